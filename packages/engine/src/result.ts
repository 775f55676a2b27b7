/** An answer that is either a value or a reason why not; the engine never throws at bad input. */
export type Result<Value, Reason> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: Reason };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const refuse = <Reason>(
  reason: Reason,
): { readonly ok: false; readonly reason: Reason } => ({ ok: false, reason });

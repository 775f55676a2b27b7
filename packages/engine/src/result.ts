/** An answer that is either a value or a reason why not; the engine never throws at bad input. */
export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const refuse = <Reason>(
  reason: Reason,
): { readonly ok: false; readonly reason: Reason } => ({ ok: false, reason });

/**
 * The value of a result that the caller knows to be good: a stored pack, a position of its own.
 * @throws Error naming the reason if it is a refusal after all, which would be a mistake of the caller
 */
export function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(`refused: ${JSON.stringify(result.reason)}`);
}

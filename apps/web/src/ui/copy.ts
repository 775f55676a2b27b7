/**
 * Puts text on the clipboard, or says that it could not.
 * @param field shows the same text; browsers copy from a selection where they have no clipboard to offer (plain http)
 */
export async function copyText(
  text: string,
  field: HTMLInputElement | HTMLTextAreaElement | undefined,
): Promise<boolean> {
  try {
    // Absent without https, whatever the type says.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if (navigator.clipboard as Clipboard | undefined) return true;
  } catch {
    // Not permitted; the old way may be.
  }
  const before = document.activeElement;
  field?.focus();
  // Not `select`: on iPhones it leaves fields alone that are only to be read.
  field?.setSelectionRange(0, field.value.length);
  try {
    const isCopied = field !== undefined && document.execCommand('copy');
    if (isCopied && before instanceof HTMLElement) before.focus();
    return isCopied;
  } catch {
    return false;
  }
}

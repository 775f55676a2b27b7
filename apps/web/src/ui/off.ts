import type { Attachment } from 'svelte/attachments';

/**
 * A button that does nothing for now, as while it waits for an answer, and keeps the focus. With `disabled`
 * it would lose it, and people on a screen reader or keyboard would be sent back to the top of the page.
 */
export const off =
  (isOff: boolean): Attachment<HTMLButtonElement> =>
  (button) => {
    if (!isOff) return;
    const ignore = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    button.setAttribute('aria-disabled', 'true');
    // Before what the button itself does, and before its form is sent.
    button.addEventListener('click', ignore, { capture: true });
    return () => {
      button.removeAttribute('aria-disabled');
      button.removeEventListener('click', ignore, { capture: true });
    };
  };

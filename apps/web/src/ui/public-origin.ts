import type { Api } from '../net/api.ts';

let found: Promise<string> | undefined;

/** The origin that links and QR codes name: the installation's own, else the one this page was opened by. */
export function publicOrigin(api: Api): Promise<string> {
  found ??= api.service().then((answer) => {
    const url = answer.ok ? answer.data.publicUrl : null;
    if (!answer.ok) found = undefined;
    return url === null ? location.origin : new URL(url).origin;
  });
  return found;
}

import type { BeforeRefusal } from './api.ts';
import type { Transport } from './transport.ts';

/**
 * A line that holds each refusal back until what is needed for it, such as its words, has been loaded.
 * @param transport a plain object of functions
 * @param prepare asked with the code of each refusal; undefined where there is nothing to wait for
 */
export const beforeRefusals = <Line extends Transport>(
  transport: Line,
  prepare: BeforeRefusal,
): Line => ({
  ...transport,
  async request(name, body) {
    const answer = await transport.request(name, body);
    if (!answer.ok) await prepare(answer.error.code);
    return answer;
  },
});

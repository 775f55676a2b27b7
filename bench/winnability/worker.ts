/** A process that searches the deals it receives, until it is disconnected. */
import { searchDeal } from './search.ts';
import type { Answer, Task } from './processes.ts';

process.on('message', ({ variant, deals, ...most }: Task) => {
  const verdicts = deals.map((deal) => searchDeal(variant, deal, most));
  process.send?.({ verdicts } satisfies Answer);
});

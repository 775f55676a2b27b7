/** Where deals come from, the searches that prove them, and what tidies up after them. */
import type { FastifyInstance } from 'fastify';
import { createCertifier } from '../deal/certifier.ts';
import { dealDrawer } from '../deal/draw-deal.ts';
import { shortSearch } from '../deal/short-search.ts';
import { createRegrading } from '../deal/regrading.ts';
import { startFolding } from '../play/folding.ts';
import { startRetention } from '../retention.ts';
import { createAnalyses } from '../play/analyses.ts';
import { createSearches } from '../solver/searches.ts';
import { analysesRepository } from '../storage/play/analyses.ts';
import { dealPoolRepository } from '../storage/deal/deal-pool.ts';
import { logsRepository } from '../storage/play/logs.ts';
import { retentionRepository } from '../storage/retention.ts';
import type { LiveOptions, OnFault } from './options.ts';

export function addDeals(app: FastifyInstance, options: LiveOptions, onFault: OnFault) {
  const { database, clock, chance, certifies } = options;
  const dealPool = dealPoolRepository(database.prisma);
  const searches = createSearches({ ...options.searches, onRefused: onFault });
  const search = shortSearch((work, budget, signal) =>
    searches.search(work, budget, 'dailies', signal),
  );
  const certifier = createCertifier({
    store: dealPool,
    search: searches.searchInBackground,
    chance,
    clock,
    regradeOne: createRegrading(dealPool, searches.searchInBackground),
    onFault,
  });
  let folding: ReturnType<typeof startFolding> | undefined;
  const retention = startRetention({
    store: retentionRepository(database.prisma),
    clock,
    onGone: (what, gone) => app.log.info({ what, gone }, 'of no use any more'),
    onFault,
  });
  app.addHook('onReady', async () => {
    folding = startFolding({ store: logsRepository(database.prisma), clock, onFault });
    if (certifies) certifier.start();
  });
  return {
    searches,
    giveBack: dealPool.giveBack,
    drawDeal: dealDrawer(chance, dealPool, certifies ? search : undefined),
    analyses: createAnalyses({ searches, store: analysesRepository(database.prisma), clock }),
    stop: () =>
      Promise.all([searches.close(), certifier.stop(), folding?.stop(), retention.stop()]),
  };
}

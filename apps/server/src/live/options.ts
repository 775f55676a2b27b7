import type { FrameLimits, LineLimits } from '../admission/limits.ts';
import type { Auth } from '../auth/auth.ts';
import type { Clock } from '../clock.ts';
import type { ClusterNode } from '../cluster/node.ts';
import type { Chance } from '../deal/chance.ts';
import type { MayTakeProved } from '../deal/draw-deal.ts';
import type { SocketOptions } from '../line/socket-io.ts';
import type { Metrics } from '../metrics.ts';
import type { SearchesOptions } from '../solver/searches.ts';
import type { Push } from '../nudge/push.ts';
import type { OpenDatabase } from '../storage/database.ts';
import type { People } from '../storage/people/people.ts';
import type { Sessions } from '../storage/auth/sessions.ts';

export interface LiveOptions {
  readonly auth: Auth;
  readonly people: People;
  readonly sessions: Sessions;
  readonly database: OpenDatabase;
  readonly metrics: Metrics;
  /** This process among the nodes; its fence closes what is wired here. */
  readonly node: ClusterNode;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly publicUrl: string | undefined;
  readonly valkeyUrl: string | undefined;
  readonly limits: FrameLimits;
  readonly lineLimits: LineLimits;
  readonly addressOf: SocketOptions['addressOf'];
  readonly sessionKeyOf: SocketOptions['sessionKeyOf'];
  readonly searches: SearchesOptions;
  readonly push: Push;
  readonly mayTakeProved: MayTakeProved;
  /** Whether to look for deals that can be won, in the background. */
  readonly certifies: boolean;
}

/** Called with faults of what nobody waits for. */
export type OnFault = (error: unknown) => void;

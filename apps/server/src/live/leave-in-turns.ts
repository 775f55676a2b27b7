/**
 * What a node does that leaves others behind (P6): it gives back one race after the other, so that the people of each
 * reconnect to a node that is otherwise idle. All at once they would wait for one another.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../cluster/node.ts';
import type { PageSocket } from '../line/page-server.ts';
import type { OnFault } from './options.ts';

const TURN_MS = 50;
/** The most turns, three seconds in all, however many races there are. */
const TURNS_MOST = 60;

export interface Leaving {
  readonly node: Pick<ClusterNode, 'giveBack'>;
  /** The lines to this node: those that are routed alike together, any other by itself. */
  readonly lines: () => readonly (readonly PageSocket[])[];
  /** Lets go of what is routed by these keys; resolves once nothing of it is being written. */
  readonly letGo: (ats: ReadonlySet<string>) => Promise<void>;
  readonly onFault: OnFault;
}

/** Gives back all that is played at this node, and closes its lines; resolves when that is done. */
export async function leaveInTurns({ node, lines, letGo, onFault }: Leaving): Promise<void> {
  async function giveBack(groups: readonly (readonly PageSocket[])[]): Promise<void> {
    const ats = new Set(groups.flatMap(([first]) => first?.data.at ?? []));
    // What is not given back now is free when the node has left.
    if (ats.size > 0) await node.giveBack(ats, letGo).catch(onFault);
    for (const socket of groups.flat()) socket.disconnect(true);
  }
  const groups = lines();
  const perTurn = Math.max(1, Math.ceil(groups.length / TURNS_MOST));
  const turns: Promise<void>[] = [];
  for (let first = 0; first < groups.length; first += perTurn) {
    turns.push(giveBack(groups.slice(first, first + perTurn)));
    await sleep(TURN_MS);
  }
  await Promise.all(turns);
}

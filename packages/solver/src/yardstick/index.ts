/** Baselines that the searches are measured against. Not published; only benches and tests use them. */
import type { Position } from '@same-deal/engine';
import type { Move } from '@same-deal/engine';
import { plainSearch as search } from '../plain.ts';
import { boundsOf } from '../solution.ts';
import type { Effort, Solution } from '../solution.ts';
import { plainBeam as beam } from './beam.ts';

/** The plain search; see `plain.ts`. */
export const plainSearch = (
  position: Position,
  effort: Effort = {},
  choices?: (position: Position) => readonly Move[],
): Solution => search(position, boundsOf(effort), choices);

/** The plain beam of a two-pack game; see `beam.ts`. */
export const plainBeam = (position: Position, effort: Effort = {}): Solution =>
  beam(position, boundsOf(effort));

/** A search as a bench runs it. */
export type Yardstick = (position: Position, effort?: Effort) => Solution;

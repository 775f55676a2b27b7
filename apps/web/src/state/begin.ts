import type { Answer, Failure, Person } from '@same-deal/protocol';

interface Settings<Data> {
  /** The person here, made a guest if need be. */
  readonly identity: { ensure(): Promise<Answer<Person>> };
  readonly router: { readonly path: string; go(path: string): void };
  /** Asks the service for something new: a race, a play. */
  readonly ask: () => Promise<Answer<Data>>;
  /** Does it where the service cannot be reached, so that no guest can be made. */
  readonly alone?: (() => Promise<Answer<Data>>) | undefined;
  readonly pathOf: (data: Data) => string;
  /** Whether one is taken there: by itself if one has not gone elsewhere meanwhile. Where a clock runs then, always. */
  readonly mayGo?: (isStillHere: boolean) => boolean;
  readonly onrefused: (failure: Failure) => void;
  /** Called instead where the answer was lost: what was asked for may have been done. */
  readonly onlost?: () => void;
}

/** Becomes somebody, asks the service for something new, and goes there; a slow answer takes nobody from where they went. */
export async function begin<Data>({
  identity,
  router,
  ask,
  alone,
  pathOf,
  mayGo = (isStillHere) => isStillHere,
  onrefused,
  onlost,
}: Settings<Data>): Promise<void> {
  // Not how often it has changed since: whoever is asked to sign in first comes back to where they were.
  const { path } = router;
  const somebody = await identity.ensure();
  const isAway = !somebody.ok && somebody.error.code === 'unavailable';
  const answer = somebody.ok ? await ask() : isAway && alone ? await alone() : somebody;
  if (answer.ok) {
    if (mayGo(path === router.path)) router.go(pathOf(answer.data));
  } else if (onlost && somebody.ok && answer.error.code === 'unavailable') onlost();
  else onrefused(answer.error);
}

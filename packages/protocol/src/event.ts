import type { z } from 'zod';

/** A request of the page: what it sends, and what it is answered with. */
export interface ClientEvent<Request extends z.ZodType, Answer extends z.ZodType> {
  readonly request: Request;
  readonly answer: Answer;
}

export const clientEvent = <Request extends z.ZodType, Answer extends z.ZodType>(
  request: Request,
  answer: Answer,
): ClientEvent<Request, Answer> => ({ request, answer });

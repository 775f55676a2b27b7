import type { z } from 'zod';

/** A request of the page: what it sends, and what it is answered with. */
export interface ClientEvent<Request extends z.ZodType, Answer extends z.ZodType> {
  readonly request: Request;
  readonly answer: Answer;
  /** What the answer travels as, without the envelope, if it has a short form since version 2. */
  readonly travels?: z.ZodType;
}

export const clientEvent = <Request extends z.ZodType, Answer extends z.ZodType>(
  request: Request,
  answer: Answer,
  travels?: z.ZodType,
): ClientEvent<Request, Answer> => ({ request, answer, ...(travels && { travels }) });

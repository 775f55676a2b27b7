import type { en } from './en.ts';

/** What another language has to provide. */
export type ServiceWords = Widened<typeof en>;

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => infer Said
    ? (...args: Args) => Widened<Said>
    : { readonly [Key in keyof T]: Widened<T[Key]> };

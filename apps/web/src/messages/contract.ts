/** What another language has to provide: the same messages, of the same arguments, in words of its own. */
export type Words<English> = English extends string
  ? string
  : English extends (...args: infer Args) => infer Said
    ? (...args: Args) => Words<Said>
    : English extends object
      ? { readonly [Key in keyof English]: Words<English[Key]> }
      : English;

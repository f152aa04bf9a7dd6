/**
 * Asserts a type that the compiler cannot prove, such as that of a handler from a table. Each use explains in a comment
 * why the type is right.
 */
export const unchecked = <Type>(value: unknown): Type => value as Type

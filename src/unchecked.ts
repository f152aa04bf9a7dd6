/**
 * Takes a value for a type that the compiler cannot prove, such as a row of a table of handlers. The only place that does:
 * each use says beside it why the type holds.
 */
export const unchecked = <Type>(value: unknown): Type => value as Type

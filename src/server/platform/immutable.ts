const known = new WeakSet<object>()

/** Freezes a parsed answer to its last leaf; its dates are the one thing that could still be changed, and are not. */
export function immutable<T>(value: T): T {
  if (typeof value !== 'object' || value === null || known.has(value)) return value
  for (const part of Object.values(value)) immutable(part)
  known.add(Object.freeze(value))
  return value
}

const frozen = new WeakSet<object>()

/**
 * Freezes a parsed answer with all its nested lists and objects. Returns the value itself. The setters of a frozen
 * `Date` still work; no caller uses them.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  frozen.add(Object.freeze(value))
  return value
}

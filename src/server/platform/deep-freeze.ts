const frozen = new WeakSet<object>()

/**
 * Freezes a parsed answer with all its nested values. Dates cannot be frozen; no caller changes them. Returns the value
 * itself.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  frozen.add(Object.freeze(value))
  return value
}

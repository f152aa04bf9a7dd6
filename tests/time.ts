const after = (milliseconds: number, from: Date) => new Date(from.getTime() + milliseconds)

/** Returns the time so many days from now or from another time; a negative count is before it. */
export const inDays = (count: number, from = new Date()): Date => after(count * 86_400_000, from)

/** Returns the time so many hours from now or from another time; a negative count is before it. */
export const inHours = (count: number, from = new Date()): Date => after(count * 3_600_000, from)

/** Returns the time so many minutes from now or from another time; a negative count is before it. */
export const inMinutes = (count: number, from = new Date()): Date => after(count * 60_000, from)

export const ageOfMajority = 18

/** Whole years on a day; both `yyyy-MM-dd`. Born on a leap day, one is a year older on the first of March. */
export function ageOn(birthOn: string, dayOn: string): number {
  const years = Number(dayOn.slice(0, 4)) - Number(birthOn.slice(0, 4))
  return dayOn.slice(5) < birthOn.slice(5) ? years - 1 : years
}

/** The last date of birth of somebody who is of age on that day. */
export const cameOfAgeOn = (dayOn: string) => `${Number(dayOn.slice(0, 4)) - ageOfMajority}${dayOn.slice(4)}`

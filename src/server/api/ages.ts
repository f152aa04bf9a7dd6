export const ageOfMajority = 18

/**
 * Returns a person's age in whole years on a day; both are `yyyy-MM-dd`. A person born on 29 February turns a year
 * older on 1 March.
 */
export function ageOn(birthOn: string, dayOn: string): number {
  const years = Number(dayOn.slice(0, 4)) - Number(birthOn.slice(0, 4))
  return dayOn.slice(5) < birthOn.slice(5) ? years - 1 : years
}

/**
 * Returns the latest date of birth, `yyyy-MM-dd`, of a person who is 18 on the day. For 29 February it may name a day
 * that does not exist, so it is only to be compared as text.
 */
export const latestAdultBirth = (dayOn: string) => `${Number(dayOn.slice(0, 4)) - ageOfMajority}${dayOn.slice(4)}`

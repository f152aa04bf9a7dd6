import type { Visitor } from '#api/context.ts'
import { createExportService } from './export-service.ts'
import { createJsonRegister } from './json-register.ts'
import type { PeopleRegister } from './people-register.ts'

type RegisterContext = Pick<Visitor, 'env' | 'files'>

/** Parses a list such as `12, 34`; other text gives no id. */
const parseIds = (text = '') =>
  text
    .split(',')
    .map((part) => Number(part.trim()))
    .filter((id) => Number.isInteger(id) && id > 0)

/** Returns whether this portal is configured to read a register of people. */
export const hasPeopleRegister = ({ env }: Pick<Visitor, 'env'>): boolean =>
  Boolean(env.SPORTS_EXPORT_ORIGIN || env.SPORTS_PEOPLE_URL)

/**
 * Creates the access to the register of people that this portal is configured with; null without one. Reads nothing.
 * With `SPORTS_EXPORT_ORIGIN` it is the Export Service, even if `SPORTS_PEOPLE_URL` is set too.
 *
 * @throws Error when a setting that the Export Service needs is missing.
 */
export function createPeopleRegister({ env, files }: RegisterContext): PeopleRegister | null {
  const { SPORTS_EXPORT_ORIGIN: origin, SPORTS_EXPORT_AUTHORIZATION: authorization } = env
  if (origin) {
    const sportIds = parseIds(env.SPORTS_EXPORT_SPORTS)
    if (!authorization) throw new Error('SPORTS_EXPORT_AUTHORIZATION is not set')
    if (sportIds.length === 0) throw new Error('SPORTS_EXPORT_SPORTS names no sport')
    const hasNumberKey = Boolean(env.PERSONAL_NUMBER_SECRET)
    return createExportService({ origin, authorization, sportIds, hasNumberKey }, files)
  }
  return env.SPORTS_PEOPLE_URL ? createJsonRegister(env.SPORTS_PEOPLE_URL, env.SPORTS_PEOPLE_TOKEN) : null
}

const defaultMaxMissingPercent = 10

/**
 * Returns the share of the known people, in per cent, that a read of the register of people may lack or close. Above it
 * the read is refused as a whole. It is 10 unless the setting is a number from 0 to 100.
 */
export function getMaxMissingPercent({ env }: Pick<Visitor, 'env'>): number {
  const percent = Number(env.SPORTS_PEOPLE_MAX_MISSING_PERCENT || defaultMaxMissingPercent)
  return percent >= 0 && percent <= 100 ? percent : defaultMaxMissingPercent
}

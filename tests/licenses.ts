import { eq } from 'drizzle-orm'
import { addDays } from '#api/days.ts'
import type { LicenseInput, Renewal } from '#api/participation/licenses/contract.ts'
import { licenses, userLicenses } from '#api/participation/licenses/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { database, type Person } from './portal.ts'
import { bodyOf } from './response-body.ts'

export const renewal: Renewal = {
  by: 'application',
  automatic: false,
  opensMonths: 3,
  graceDays: 0,
  lateMonths: 0,
  dormantMonths: 0,
  unit: 'hours',
  total: 0,
  categories: [],
  educationIds: [],
}

let made = 0

/** Returns the input of a licence; by default it is renewed on application. */
export function toLicenseInput({
  renewal: own,
  ...overrides
}: Partial<Omit<LicenseInput, 'renewal'>> & { renewal?: Partial<Renewal> } = {}): LicenseInput {
  made += 1
  return {
    name: `Licens ${made}`,
    code: null,
    description: null,
    educationCategoryId: null,
    active: true,
    autoIssue: true,
    minAge: null,
    validityMonths: 12,
    validToRule: 0,
    requiredEducationIds: [],
    requiredLicenseIds: [],
    otherRequirementIds: [],
    groups: [],
    order: made,
    ...overrides,
    renewal: { ...renewal, ...own },
  }
}

export async function createLicense(office: Person, overrides: Parameters<typeof toLicenseInput>[0] = {}) {
  const response = await office.fetch('POST', '/Licenses', toLicenseInput(overrides))
  if (response.status !== 200) throw new Error(await response.text())
  return await bodyOf<LicenseInput & { id: number }>(response)
}

/** Inserts a licence cycle that was decided some time ago directly into the database. */
export async function insertCycle(
  overrides: Partial<typeof userLicenses.$inferInsert> & { userId: number; licenseId: number; validFromOn: string },
) {
  const [row] = await database()
    .query.insert(userLicenses)
    .values({
      cycleNumber: 1,
      basis: 'earned',
      decidedOn: overrides.validFromOn,
      issuedAt: new Date(),
      stage: 'active',
      ...overrides,
    })
    .returning({ id: userLicenses.id })
  if (!row) throw new Error('the cycle was not inserted')
  return row.id
}

export const listCycles = (userId: number) =>
  database().query.select().from(userLicenses).where(eq(userLicenses.userId, userId)).orderBy(userLicenses.id)

/** Returns the day so many days from today; days begin at midnight in Sweden. */
export const dayFromNow = (days: number) => addDays(toPortalDay(new Date()), days)

/** Inserts a licence without requirements directly into the database. */
export async function insertLicense(): Promise<number> {
  const { categories, educationIds: _, ...rule } = renewal
  const now = new Date()
  const [row] = await database()
    .query.insert(licenses)
    .values({
      name: 'Licens',
      requirementGroups: [],
      rule: { ...rule, validityMonths: 12, validToRule: 0, categories },
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: licenses.id })
  if (!row) throw new Error('the licence was not inserted')
  return row.id
}

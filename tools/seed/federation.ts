import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { isOrganizationNumber } from '#api/people/organizations/management/rules.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { categories } from '#story/categories.ts'
import { clubs, districtNames, federation } from '#story/clubs.ts'
import { educationRoles as roleNames } from '#story/roles.ts'
import type { World } from './world.ts'

const addressable = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '-')

/** Returns an organisation number whose last digit is its check digit, in place of the last one of `serial`. */
function toOrgNr(group: number, serial: number): string {
  const digits = `8024${group}${Math.floor(serial / 10)}`
  const check = [...'0123456789'].find((digit) => isOrganizationNumber(digits + digit)) ?? '0'
  return `${digits.slice(0, 6)}-${digits.slice(6)}${check}`
}

type Organization = typeof organizations.$inferInsert

function organize(
  { ledger, calendar }: World,
  row: Partial<Organization> & Pick<Organization, 'name' | 'type'>,
  above: string,
) {
  const id = ledger.nextId(organizations)
  const stamp = calendar.at(-900)
  ledger.add(organizations, {
    id,
    path: `${above}${id}/`,
    country: 'Sverige',
    createdAt: stamp,
    changedAt: stamp,
    ...row,
  })
  return id
}

const postalNumber = (draw: World['draw']) => `${draw.between(200, 980)} ${draw.between(10, 99)}`

function addClubs(world: World, round: number): void {
  for (const club of clubs) {
    const districtId = world.districtIds[club.district]
    if (districtId === undefined) throw new Error(`${club.name} lies in no district`)
    const name = round === 0 ? club.name : `${club.name} ${round + 1}`
    const row = {
      name,
      type: 2,
      parentId: districtId,
      orgNr: toOrgNr(world.draw.between(10, 99), world.draw.between(1000, 9999)),
      externalId: `F${1000 + world.clubIds.length}`,
      email: `info@${addressable(name)}.example`,
      addressLine1: `Box ${world.draw.between(1, 400)}`,
      postalNumber: postalNumber(world.draw),
      city: club.place,
      canBeInvoiced: true,
      invoiceEmail: `faktura@${addressable(name)}.example`,
    } as const
    world.clubIds.push(organize(world, row, `/1/${districtId}/`))
  }
}

/** Adds the federation, its districts and clubs, categories and roles. */
export function addFederation(world: World): void {
  organize(world, { ...federation, type: 0, isMain: true, canBeInvoiced: true }, '/')
  districtNames.forEach((name, at) => {
    const row = {
      name: `${name} bilsportdistrikt`,
      type: 1,
      parentId: 1,
      externalId: `D${100 + at}`,
      email: `kansli@${addressable(name)}.example`,
      canBeInvoiced: true,
    } as const
    world.districtIds.push(organize(world, row, '/1/'))
  })
  for (let round = 0; round < world.scale; round += 1) addClubs(world, round)
  const changedAt = world.calendar.at(-400)
  categories.forEach(({ name, shortName, color }, at) => {
    world.ledger.add(
      educationCategories,
      withCategoryWords({ id: at + 1, name, shortName, color, position: at, changedAt }),
    )
  })
  roleNames.forEach(({ name, group }, at) => {
    world.ledger.add(educationRoles, { id: at + 1, name, group, position: at, changedAt })
  })
}

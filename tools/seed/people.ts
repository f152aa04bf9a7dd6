import { createHmac } from 'node:crypto'
import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { guardianLinks, guardianRequests } from '#api/people/guardians/table.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { categories } from '#story/categories.ts'
import { firstNames, lastNames } from '#story/names.ts'
import { castMembers, type StoryPerson, toPersonalNumber, trialLogin } from '#story/people.ts'
import type { SeededPerson, World } from './world.ts'

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '')

/** Returns a number that the Swedish telecom authority reserves for fiction. */
const fictitiousPhone = (draw: World['draw']) => `+46 70 174 06 ${String(draw.between(5, 99)).padStart(2, '0')}`

/** Computes the hash of a personal number as the portal does, but synchronously. */
const numberHash = (number: string) =>
  createHmac('sha256', trialLogin.PERSONAL_NUMBER_SECRET).update(`personal number ${number}`).digest('base64url')

/** Returns the hash of a number that nobody has; null for one in ten, whose number the portal does not know. */
const inventedHash = (id: number) => (id % 10 === 0 ? null : numberHash(`invented ${id}`))

const bornFor = ({ calendar, draw }: World, age: number) =>
  calendar.on(-Math.round(age * 365.25) - draw.between(30, 330))

function addMember(world: World, story: StoryPerson, passwordHash: string): void {
  const { ledger, calendar } = world
  const organizationId = story.club === null ? null : (world.clubIds[story.club] ?? null)
  ledger.add(
    users,
    withUserWords({
      id: ledger.nextId(users),
      firstName: story.firstName,
      lastName: story.lastName,
      userName: story.userName,
      email: `${story.userName}@nordiskbilsport.example`,
      phone: fictitiousPhone(world.draw),
      birthOn: bornFor(world, story.age),
      isExternal: story.isExternal ?? false,
      passwordHash,
      passwordExpiresAt: story.mustChangePassword ? calendar.at(14) : null,
      externalPersonId: story.isExternal ? null : `IID${100000 + story.id}`,
      personalNumberHash: numberHash(toPersonalNumber(story)),
      createdAt: calendar.at(-700),
      changedAt: calendar.at(-30),
    }),
  )
  if (organizationId !== null) ledger.add(userOrganizations, { userId: story.id, organizationId, isPrimary: true })
  if (story.role) ledger.add(userRoles, { userId: story.id, role: story.role })
  if (story.role && story.limitedTo) {
    const { kind, of, index } = story.limitedTo
    const referenceId = { district: world.districtIds[index], club: world.clubIds[index], category: index + 1 }[of]
    if (referenceId !== undefined) ledger.add(roleExtensions, { userId: story.id, role: story.role, kind, referenceId })
  }
  const isExternal = story.isExternal ?? false
  world.people.push({ id: story.id, age: story.age, isExternal, organizationId, guardianId: null })
}

function addStranger(world: World): SeededPerson {
  const { ledger, calendar, draw } = world
  const id = ledger.nextId(users)
  const [firstName, lastName] = [draw.pick(firstNames), draw.pick(lastNames)]
  const age = draw.chance(0.18) ? draw.between(7, 17) : draw.between(18, 76)
  const isExternal = age >= 18 && draw.chance(0.04)
  const organizationId = isExternal ? null : draw.pick(world.clubIds)
  const joined = -draw.between(40, 1500)
  const isInactive = draw.chance(0.02)
  const row = {
    id,
    firstName,
    lastName,
    userName: `${plain(firstName)}.${plain(lastName)}.${id}`,
    email: age < 13 ? null : `${plain(firstName)}.${plain(lastName)}.${id}@mejl.example`,
    phone: age < 13 ? null : fictitiousPhone(draw),
    birthOn: draw.chance(0.97) ? bornFor(world, age) : null,
    isExternal,
    language: draw.chance(0.03) ? ('en' as const) : null,
    inactiveAt: isInactive ? calendar.at(-20) : null,
    lastLoginAt: isInactive ? null : calendar.at(-draw.between(1, 200), draw.between(7, 22)),
    externalPersonId: isExternal ? null : `IID${100000 + id}`,
    // Only somebody who has signed in has connected an identification.
    personalNumberHash: isExternal || isInactive ? null : inventedHash(id),
    createdAt: calendar.at(joined),
    changedAt: calendar.at(joined),
  }
  ledger.add(users, withUserWords(row))
  if (organizationId !== null) ledger.add(userOrganizations, { userId: id, organizationId, isPrimary: true })
  const second = draw.pick(world.clubIds)
  if (organizationId !== null && second !== organizationId && draw.chance(0.08))
    ledger.add(userOrganizations, { userId: id, organizationId: second, fromOn: calendar.on(joined) })
  if (draw.chance(0.15))
    ledger.add(favoriteCategories, { userId: id, educationCategoryId: draw.between(1, categories.length) })
  const unknown = row.birthOn === null ? { isAgeUnknown: true as const } : {}
  return { id, age, isExternal, organizationId, guardianId: null, ...unknown }
}

function addGuardian(world: World, child: SeededPerson, adult: SeededPerson, isConfirmed: boolean): void {
  const { ledger, calendar } = world
  if (isConfirmed) child.guardianId = adult.id
  ledger.add(guardianLinks, {
    id: ledger.nextId(guardianLinks),
    adultUserId: adult.id,
    childUserId: child.id,
    createdByUserId: isConfirmed ? child.id : adult.id,
    confirmedAt: isConfirmed ? calendar.at(-100) : null,
    createdAt: calendar.at(-101),
    relation: 'parent',
    confirmedByUserId: isConfirmed ? 1 : null,
  })
  if (isConfirmed) return
  ledger.add(guardianRequests, {
    id: ledger.nextId(guardianRequests),
    adultUserId: adult.id,
    childUserId: child.id,
    relation: 'parent',
    createdAt: calendar.at(-2),
    expiresAt: calendar.at(28),
  })
}

function addGuardians(world: World): void {
  const adults = world.people.filter((person) => person.age >= 25 && !person.isExternal && !person.isAgeUnknown)
  const homes = Map.groupBy(adults, (adult) => adult.organizationId)
  for (const child of world.people) {
    if (child.age >= 18 || child.guardianId !== null) continue
    const near = homes.get(child.organizationId) ?? adults
    addGuardian(world, child, world.draw.pick(near), world.draw.chance(0.9))
  }
}

function appoint(
  world: World,
  person: SeededPerson,
  role: 'Administrator' | 'OrganizationAdmin',
  organizationId: number,
): void {
  world.ledger.add(userRoles, { userId: person.id, role })
  world.ledger.add(roleExtensions, { userId: person.id, role, kind: 'Organization', referenceId: organizationId })
}

/** Adds one administrator for each district and each club, and educators in every category. */
function addOfficers(world: World): void {
  const adults = world.people.filter(
    (person) => person.id > castMembers.length && person.age >= 25 && !person.isExternal,
  )
  const next = adults.values()
  const take = () => next.next().value
  for (const districtId of world.districtIds) {
    const person = take()
    if (person) appoint(world, person, 'Administrator', districtId)
  }
  for (const clubId of world.clubIds) {
    const person = take()
    if (person) appoint(world, person, 'OrganizationAdmin', clubId)
  }
  for (let at = 0; at < 48 * world.scale; at += 1) {
    const person = take()
    const categoryId = 1 + (at % categories.length)
    if (!person) return
    world.ledger.add(userRoles, { userId: person.id, role: 'Educator' })
    world.ledger.add(roleExtensions, {
      userId: person.id,
      role: 'Educator',
      kind: 'EducationCategory',
      referenceId: categoryId,
    })
    world.educators.set(categoryId, [...(world.educators.get(categoryId) ?? []), person.id])
  }
}

/** Names a child, of the guardian's club where there is one, Alva Ström, the sister of the junior of the cast. */
function addSister(world: World, guardian: SeededPerson): void {
  const children = world.people.filter(
    ({ id, age, organizationId, guardianId }) =>
      id > castMembers.length && age >= 13 && age <= 16 && organizationId !== null && guardianId === null,
  )
  const child = children.find((one) => one.organizationId === guardian.organizationId) ?? children[0]
  const row = world.ledger.rowsOf(users).find(({ id }) => id === child?.id)
  if (!child || !row) return
  const named = { firstName: 'Alva', lastName: 'Ström', userName: `alva.strom.${child.id}` }
  Object.assign(
    row,
    withUserWords({ ...(row as typeof users.$inferInsert), ...named, inactiveAt: null, language: null }),
  )
  addGuardian(world, child, guardian, true)
}

const peopleInAll = 2000

/** Adds the cast first, so that its ids are the same in every world, and then everybody else. */
export function addPeople(world: World, passwordHash: string): void {
  for (const story of castMembers) addMember(world, story, passwordHash)
  const [junior, guardian] = [6, 7].map((id) => world.people.find((person) => person.id === id))
  if (junior && guardian) addGuardian(world, junior, guardian, true)
  while (world.people.length < peopleInAll * world.scale) world.people.push(addStranger(world))
  if (guardian) addSister(world, guardian)
  addGuardians(world)
  world.educators.set(1, [3])
  addOfficers(world)
}

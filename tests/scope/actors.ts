import type { HeldRoles } from '#api/actor.ts'
import { type Person, signedIn } from '../portal.ts'
import { inHours } from '../time.ts'
import { addEducationResponsible, addOccasionResponsible, type ScopeCourse, setExaminers } from './federation.ts'
import type { Participation } from './participation.ts'

type ScopeModel = (participation: Participation) => boolean

/** A caller, with a model of the participations that are in the caller's scope. */
export interface Actor {
  name: string
  person: Person
  roles: HeldRoles
  isInScope: ScopeModel
}

/** Maps an organisation to the clubs below it. */
const branches: Record<number, number[]> = { 2: [20, 21], 20: [20] }

const takes =
  ({ educationId }: ScopeCourse): ScopeModel =>
  ({ course }) =>
    course.educationId === educationId

const belongsTo =
  (organizationId: number): ScopeModel =>
  ({ clubId }) =>
    branches[organizationId]?.includes(clubId) ?? false

const nobody = () => false
const everybody = () => true

/** Counts as having just signed in for as long as the tests take: a few calls answer differently after five minutes. */
const lasting = { verifiedAt: inHours(2) }

async function staff(name: string, roles: HeldRoles, reaches: ScopeModel): Promise<Actor> {
  return {
    name,
    roles,
    isInScope: reaches,
    person: await signedIn({ ...lasting, roles, organizationIds: [21], lastName: 'Anställd' }),
  }
}

/** Creates educators who are named on one occasion, one exam and one education. */
async function namedEducators(own: ScopeCourse): Promise<Actor[]> {
  const [firstOccasionId] = own.occasionIds
  const onExam: ScopeModel = ({ examId }) => examId === own.examId
  const roles = { Educator: {} }
  const leader = await staff(
    'an educator who leads one occasion',
    roles,
    ({ occasionId }) => occasionId === firstOccasionId,
  )
  const examiner = await staff('an educator who examines one examination', roles, onExam)
  const assistant = await staff('an educator named on one examination', roles, onExam)
  const responsible = await staff('an educator who answers for one education', roles, takes(own))
  await addOccasionResponsible(firstOccasionId, leader.person.id)
  await setExaminers(own.examId, examiner.person.id, assistant.person.id)
  await addEducationResponsible(own.educationId, responsible.person.id)
  return [leader, examiner, assistant, responsible]
}

const listedEducators = async ({ categoryId, roleId }: ScopeCourse, takesCourse: ScopeModel): Promise<Actor[]> => [
  await staff('an educator of one category', { Educator: { EducationCategory: [categoryId] } }, takesCourse),
  await staff('an educator of one education role', { Educator: { EducationRole: [roleId] } }, takesCourse),
  await staff(
    'an educator of one category in one club',
    { Educator: { EducationCategory: [categoryId], Organization: [20] } },
    (participation) => takesCourse(participation) && belongsTo(20)(participation),
  ),
  await staff('an educator of nothing', { Educator: {} }, nobody),
]

const offices = async (): Promise<Actor[]> => [
  await staff('the administrator of one district', { Administrator: { Organization: [2] } }, belongsTo(2)),
  await staff('the administrator of one club', { OrganizationAdmin: { Organization: [20] } }, belongsTo(20)),
  await staff('a superadministrator', { SuperAdministrator: {} }, everybody),
]

async function members(): Promise<Actor[]> {
  const roles = {}
  const guardian = await signedIn({ ...lasting, birthOn: '1980-01-01', lastName: 'Förälder' })
  const member = await signedIn({ ...lasting, organizationIds: [20], lastName: 'Medlem' })
  const external = await signedIn({ ...lasting, isExternal: true, lastName: 'Gäst' })
  const isOwnChild: ScopeModel = ({ guardianUserId }) => guardianUserId === guardian.id
  return [
    { name: 'a guardian of one child', roles, person: guardian, isInScope: isOwnChild },
    { name: 'a member', roles, person: member, isInScope: nobody },
    { name: 'somebody external', roles, person: external, isInScope: nobody },
  ]
}

/** Creates one actor of each kind of scope; none has access to the other course. */
export const createActors = async (own: ScopeCourse): Promise<Actor[]> => [
  ...(await namedEducators(own)),
  ...(await listedEducators(own, takes(own))),
  ...(await offices()),
  ...(await members()),
]

import { createHash } from 'node:crypto'
import { type Actor, isAdministrator, isEducatorLevel, isSuperadministrator } from '#api/actor.ts'
import { getManagedEducation } from '#api/catalogue/educations/management/save-education.ts'
import { getManagedExam } from '#api/catalogue/exams/save-exam.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { listParticipationPeople } from '#api/office/overview/people-storage.ts'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { getSeenView } from '#api/office/saved-views/save-view.ts'
import { listDriverIds } from '#api/participation/exam-results/driver-ids-storage.ts'
import { listEndingCycles } from '#api/participation/licenses/held/ending-storage.ts'
import { listHolderIds } from '#api/participation/licenses/held/search-storage.ts'
import { listCompletersOfPart } from '#api/participation/results/people-of-places.ts'
import { listParticipantIds } from '#api/participation/sign-ups/participants/storage.ts'
import type { ResultState } from '#api/people/user-management/lists/contract.ts'
import { listPeopleIds } from '#api/people/user-management/lists/list-ids.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Audience } from './audience/contract.ts'
import { parseOverviewView, parseParticipationsView } from './overview-view.ts'
import { type AuthorScope, type EducationStanding, maxRecipients, type StoredAudience } from './rules.ts'
import { type HeldLicense, noLicenses, type Selection } from './selection.ts'
import { parseHoldersView, parseUsersView, parseViewPlace } from './view-filters.ts'

type ConfirmedView = Extract<StoredAudience, { kind: 'savedView' }>

/** An audience of the composer, or a stored one with the filter and scope that its author confirmed. */
type SelectedAudience = Audience | ConfirmedView

type OfKind<Kind extends Audience['kind']> = Extract<Audience, { kind: Kind }>

async function selectParticipants(
  ctx: Ctx,
  { occasionId, resultIds }: OfKind<'occasion'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (!isEducatorLevel(ctx.actor)) throw new Refused('not_allowed')
  const occasion = await getOrganizedOccasion(ctx, occasionId)
  const ids = await listParticipantIds(
    ctx,
    [occasionId],
    { resultIds, userIds: userIds ?? undefined },
    maxRecipients + 1,
  )
  return { userIds: ids, occasion, educationTitle: null, licenses: noLicenses }
}

async function selectOfOccasions(
  ctx: Ctx,
  { occasionIds }: OfKind<'occasions'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (!isEducatorLevel(ctx.actor)) throw new Refused('not_allowed')
  const [ids] = await Promise.all([
    listParticipantIds(ctx, occasionIds, { userIds: userIds ?? undefined }, maxRecipients + 1),
    ...[...new Set(occasionIds)].map((id) => getOrganizedOccasion(ctx, id)),
  ])
  return { userIds: ids, occasion: null, educationTitle: null, licenses: noLicenses }
}

async function selectDrivers(
  ctx: Ctx,
  { examId }: OfKind<'exam'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (!isEducatorLevel(ctx.actor)) throw new Refused('not_allowed')
  const occasion = await getManagedExam(ctx, examId)
  const ids = await listDriverIds(ctx, examId, userIds, maxRecipients + 1)
  return { userIds: ids, occasion, educationTitle: null, licenses: noLicenses }
}

/** States in an education by standing: signed up or waiting for approval, or completed. */
const states = { taking: [0, 1], completed: [2] } satisfies Record<EducationStanding, ResultState[]>

async function selectLearners(
  ctx: Ctx,
  { educationId, standing, lackedPartId }: OfKind<'education'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (!isEducatorLevel(ctx.actor)) throw new Refused('not_allowed')
  const education = await getManagedEducation(ctx, educationId)
  if (lackedPartId !== null && !education.parts.some(({ id }) => id === lackedPartId)) throw new Refused('not_found')
  const filter = { educationId, states: states[standing] }
  const [ids, completers] = await Promise.all([
    listPeopleIds(ctx, filter, userIds, maxRecipients + 1),
    lackedPartId === null ? new Set<number>() : listCompletersOfPart(ctx.db, educationId, lackedPartId),
  ])
  // Rows beyond the limit may be of people who would be left out.
  if (ids.length > maxRecipients) throw new Refused('mailing_too_large')
  const remaining = ids.filter((id) => !completers.has(id))
  return { userIds: remaining, occasion: null, educationTitle: education.title, licenses: noLicenses }
}

async function selectHolders(
  ctx: Ctx,
  { licenseId, endsFrom, endsTo }: OfKind<'licenseHolders'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (!isSuperadministrator(ctx.actor)) throw new Refused('not_allowed')
  const rows = await listEndingCycles(ctx.db, { licenseId, endsFrom, endsTo, userIds }, maxRecipients + 1)
  // Rows beyond the limit may be of people who would be left out.
  if (rows.length > maxRecipients) throw new Refused('mailing_too_large')
  // The licence that ends first is the one that a mail names; the rows are in that order.
  const licenses = new Map<number, HeldLicense>()
  for (const { userId, ...license } of rows) if (!licenses.has(userId)) licenses.set(userId, license)
  return { userIds: [...licenses.keys()], occasion: null, educationTitle: null, licenses }
}

async function selectListed(
  ctx: Ctx,
  audience: OfKind<'users' | 'clubAdministrators'>,
  userIds: readonly number[] | null,
): Promise<Selection> {
  if (audience.kind === 'clubAdministrators' && !isAdministrator(ctx.actor)) throw new Refused('not_allowed')
  const filter =
    audience.kind === 'users'
      ? {}
      : {
          roles: ['OrganizationAdmin' as const],
          ...(audience.organizationId !== null && { organizationIds: [audience.organizationId] }),
        }
  const among = userIds ?? (audience.kind === 'users' ? audience.userIds : null)
  const ids = await listPeopleIds(ctx, filter, among, maxRecipients + 1)
  return { userIds: ids, occasion: null, educationTitle: null, licenses: noLicenses }
}

const digestOf = ({ list, query }: Pick<SavedView, 'list' | 'query'>): string =>
  createHash('sha256')
    .update(JSON.stringify([list, query]))
    .digest('hex')

const scopeOf = (actor: Actor): AuthorScope => ({
  isAdministrator: isAdministrator(actor),
  isSuperadministrator: isSuperadministrator(actor),
  roots: getAdministeredRoots(actor)?.toSorted((a, b) => a - b) ?? null,
})

/**
 * Returns whether the author of a mailing still has the roles and branches with which the author confirmed its saved
 * view. With any other, nobody may be added to the mailing.
 */
export const hasConfirmedScope = (author: Actor, { scope }: ConfirmedView): boolean =>
  JSON.stringify(Object.entries(scopeOf(author)).sort()) === JSON.stringify(Object.entries(scope).sort())

/**
 * Selects the people whom the list of a saved view shows to the caller. The view gives only the filter: the list shows
 * the caller's own scope, also when the owner of the view has a wider one.
 *
 * A confirmed view keeps its filter. An author who may no longer filter by education or occasion selects nobody, for
 * the list without that filter shows more people.
 */
async function selectView(
  ctx: Ctx,
  audience: OfKind<'savedView'> | ConfirmedView,
  userIds: readonly number[] | null,
): Promise<Selection> {
  const confirmed = 'digest' in audience ? audience : null
  const view = await getSeenView(ctx, audience.viewId)
  if (confirmed && confirmed.digest !== digestOf(view)) throw new Refused('mailing_view_changed')
  if (view.list === 'users') {
    const hasPlaces = confirmed?.scope.isAdministrator ?? isAdministrator(ctx.actor)
    if (hasPlaces && !isAdministrator(ctx.actor) && parseViewPlace(view.query)) throw new Refused('not_allowed')
    const filter = parseUsersView(view.query, hasPlaces)
    const ids = await listPeopleIds(ctx, filter, userIds, maxRecipients + 1)
    return { userIds: ids, occasion: null, educationTitle: null, licenses: noLicenses }
  }
  const ids = await listPeopleOfView(ctx, view, userIds)
  return { userIds: ids, occasion: null, educationTitle: null, licenses: noLicenses }
}

/**
 * @throws Refused('mailing_view_people') for a view of a list that is not of people.
 * @throws Refused('mailing_too_large') for an overview of more than 20,000 people, closed accounts included.
 */
async function listPeopleOfView(
  ctx: Ctx,
  { list, query }: SavedView,
  userIds: readonly number[] | null,
): Promise<number[]> {
  if (list === 'licenseHolders')
    return listHolderIds(ctx.db, parseHoldersView(query), {
      userIds,
      today: toPortalDay(ctx.now),
      limit: maxRecipients + 1,
    })
  if (list !== 'participations' && list !== 'overview') throw new Refused('mailing_view_people')
  const filter = list === 'overview' ? parseOverviewView(query, ctx.now) : parseParticipationsView(query, ctx.now)
  // A participation may be of somebody whose account is closed: the list of users has the open ones, by name.
  const found = await listParticipationPeople(ctx, filter, userIds, maxRecipients + 1)
  // Open accounts beyond the limit would be left out in silence.
  if (found.length > maxRecipients) throw new Refused('mailing_too_large')
  return found.length > 0 ? listPeopleIds(ctx, {}, found, maxRecipients + 1) : []
}

/**
 * Selects the people of a mailing's audience by the rule of the list that shows them to the caller. Returns their ids
 * by name, and the occasion or null. Only an audience of licence holders is by the end of the licence that ends first,
 * which it returns for each. `userIds` limits them to some people; null does not. People whose account is closed are
 * left out.
 *
 * @throws Refused('not_allowed') or Refused('not_found') when the caller has no such list.
 * @throws Refused('mailing_view_people') for a saved view of a list that is not of people.
 * @throws Refused('mailing_view_changed') when the saved view has another filter than the author confirmed.
 * @throws Refused('mailing_too_large') for more than 20,000 people.
 */
export async function selectAudience(
  ctx: Ctx,
  audience: SelectedAudience,
  userIds: readonly number[] | null = null,
): Promise<Selection> {
  const selection = await selectKind(ctx, audience, userIds)
  if (selection.userIds.length > maxRecipients) throw new Refused('mailing_too_large')
  return selection
}

function selectKind(ctx: Ctx, audience: SelectedAudience, userIds: readonly number[] | null): Promise<Selection> {
  if (audience.kind === 'savedView') return selectView(ctx, audience, userIds)
  if (audience.kind === 'occasion') return selectParticipants(ctx, audience, userIds)
  if (audience.kind === 'occasions') return selectOfOccasions(ctx, audience, userIds)
  if (audience.kind === 'exam') return selectDrivers(ctx, audience, userIds)
  if (audience.kind === 'education') return selectLearners(ctx, audience, userIds)
  return audience.kind === 'licenseHolders'
    ? selectHolders(ctx, audience, userIds)
    : selectListed(ctx, audience, userIds)
}

/**
 * Returns an audience as it is stored with a mailing, without ids of people. A saved view has a digest of its query,
 * and the roles and branches of the caller, both as confirmed now.
 *
 * @throws Refused('not_found') when the caller does not see the view.
 */
export async function toStoredAudience(ctx: Ctx, audience: Audience): Promise<StoredAudience> {
  if (audience.kind === 'occasion') return { kind: 'occasion', occasionId: audience.occasionId }
  if (audience.kind === 'savedView')
    return { ...audience, digest: digestOf(await getSeenView(ctx, audience.viewId)), scope: scopeOf(ctx.actor) }
  return audience.kind === 'users' ? { kind: 'users', isPersonal: isPersonal(audience) } : audience
}

/** Returns whether an audience is exactly one chosen person, also when that person is named twice. */
export const isPersonal = (audience: Audience): boolean =>
  audience.kind === 'users' && new Set(audience.userIds).size === 1

/**
 * Returns the audience of a stored mailing for a new check. Chosen people are those of `userIds`; other audiences are
 * selected by their rule, and ignore `userIds`.
 */
export const toAudience = (stored: StoredAudience, userIds: number[]): SelectedAudience =>
  stored.kind === 'users' ? { kind: 'users', userIds } : stored

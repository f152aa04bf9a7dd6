import type { AstroGlobal } from 'astro'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import type { EducationView, OwnProgress } from '#api/office/education-list/contract.ts'
import type { Readiness } from '#api/participation/readiness/contract.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { toPortalDay } from '#api/zone.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'
import { listPathSteps, opensPlayer, type PathStep } from '#islands/educations/path-steps.ts'
import { listFamilyFor } from './list-family.ts'
import { loadEducationExams } from './load-education-exams.ts'
import { loadFinishLine } from './load-finish-line.ts'

/**
 * Reads an education with the progress of the reader, or of the child that the URL names; null when there is no such
 * education.
 */
async function readEducation({ api, actor, configuration }: App.Locals, id: number, personId: number) {
  if (id === 0 || !actor) return null
  const features = configuration?.features ?? []
  const children = api('GET /Children')
  // The caller may not read a child that is not theirs, so the list comes first when a child is named.
  const child = personId ? (await children).find((one) => one.id === personId) : undefined
  const person = { id: child?.id ?? actor.id, educationId: id }
  const [found, ownChildren, readiness, licenses, bookings, waiting, { watching }] = await Promise.all([
    Promise.all([
      api('GET /Educations/:id/view', { params: { id } }),
      api('GET /Educations/:id/own', { params: { id }, query: child ? { userId: child.id } : {} }),
    ]).catch(nullIfNotFound),
    children,
    api('GET /user/:id/readiness/education/:educationId', { params: person }).catch(nullIfNotFound),
    features.includes('License') ? api('GET /Educations/:id/Licenses', { params: { id } }) : [],
    api('GET /user/:id/Bookings', { params: { id: person.id }, query: { educationId: id } }),
    api('GET /WaitingList'),
    api('GET /Educations/:id/watch', { params: { id } }),
  ])
  if (!found) return null
  const [view, own] = found
  const materials =
    isEducatorLevel(actor) && !child
      ? await api('GET /EducationPart/EducatorArticulates', { query: { educationId: id } })
      : []
  // The occasions that others may be tied to by a tag.
  const hasSets = features.includes('EducationPartTags')
  const tied = hasSets ? view.occasions : []
  const booked = { ...bookings, waiting, isWatching: watching, pricesElsewhere: own.pricesElsewhere ?? [] }
  return { actor, child: child ?? null, ownChildren, view, own, readiness, licenses, materials, hasSets, tied, booked }
}

interface Progress {
  view: EducationView
  hasSets: boolean
  own: OwnProgress
  readiness: Readiness | null
  isStaff: boolean
  now: Date
}

function stepsOf({ view, hasSets, own, readiness, isStaff, now }: Progress): PathStep[] {
  const { education, occasions, prerequisites } = view
  const missing = prerequisites.filter((one) => !own.completedPrerequisiteIds.includes(one.id))
  const terms = {
    ...own.signUpTerms,
    now,
    dayOn: toPortalDay(now),
    isStaff,
    tooYoung: readiness?.items.some(({ met, kind }) => !met && kind === 'age') ?? false,
    tooOld: readiness?.items.some(({ met, kind }) => !met && kind === 'maxAge') ?? false,
  }
  const missingPrerequisites = missing.map(({ title }) => title)
  return listPathSteps({ education, occasions, hasSets, own, missingPrerequisites, terms })
}

const isStaffOf = (actor: Actor, education: EducationView['education']) =>
  mayManage(actor, education) || ('Educator' in actor.roles && education.responsibleIds.includes(actor.id))

/**
 * Whether the player opens for a part. It opens for other than digital parts too, and explains that there is no course.
 */
const isRun = ({ part, action }: PathStep) => part.type !== 1 || opensPlayer(action)

/**
 * Loads the page of an education for the reader, or for the reader's child that `person` in the URL names; another
 * `person` is ignored. Null when there is no such education and without a session.
 *
 * Lets the page frame course content when it has some. `opened` is the part that `educationPartId` in the URL names; it
 * is also `run`, whose player opens at once, except when its course may not be opened, for a child, and with `occasion`
 * in the URL. `blocked`: the person is too old, or external while the education is closed to external people, so nobody
 * may sign the person up.
 */
export async function loadEducation({ locals, params, url }: Pick<AstroGlobal, 'locals' | 'params' | 'url'>) {
  const id = parseId(params['educationId'])
  const read = await readEducation(locals, id, Number(url.searchParams.get('person')) || 0)
  if (!read) return null
  const { actor, child, view, own, materials } = read
  const { isExternal } = own.signUpTerms
  const isStaff = child === null && isStaffOf(actor, view.education)
  const steps = stepsOf({ ...read, isStaff, now: locals.ctx.now })
  const [exams, family, finish] = await Promise.all([
    child ? null : loadEducationExams(locals, view.education),
    listFamilyFor(locals.api, id, { ...read, personId: child?.id ?? actor.id }),
    loadFinishLine(locals, {
      userId: child?.id ?? actor.id,
      educationId: id,
      isChild: child !== null,
      completed: own.completed,
      steps,
      licenses: read.licenses,
      doneId: Number(url.searchParams.get('done')) || 0,
      waiting: read.booked.waiting,
    }),
  ])
  const opened = steps.find(({ partId }) => partId === Number(url.searchParams.get('educationPartId')))
  // A guardian opens no course in the name of a child.
  // A link to sign up for a date names the part as well, and opens no course.
  const isSignUp = url.searchParams.has('occasion')
  const run = opened && !child && !isSignUp && isRun(opened) ? opened : undefined
  const hasFrames = run !== undefined || materials.length > 0
  if (hasFrames) locals.framesContent = true
  const texts = [
    'sign-ups',
    'waiting-list',
    ...(hasFrames ? ['player'] : []),
    ...(materials.length > 0 ? ['educator-materials'] : []),
    ...(exams ? ['exams'] : []),
    ...(steps.some(({ part }) => part.type === 3) ? ['submissions'] : []),
  ]
  return {
    ...read,
    id,
    steps,
    exams,
    family,
    finish,
    opened,
    run,
    texts,
    missing: view.prerequisites.filter((one) => !own.completedPrerequisiteIds.includes(one.id)),
    // Nobody may sign up whom the education is not for; who is too young may be old enough on another date.
    blocked: (view.education.blockedForExternalUsers && isExternal) || own.step.reason === 'tooOld',
    isExternal,
    // A preview by staff does not sign them up.
    isTrial: isStaff && url.searchParams.has('preview'),
  }
}

export type LoadedEducation = NonNullable<Awaited<ReturnType<typeof loadEducation>>>

import type { AstroGlobal } from 'astro'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import type { EducationView, OwnProgress } from '#api/office/education-list/contract.ts'
import type { Readiness } from '#api/participation/readiness/contract.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { toPortalDay } from '#api/zone.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'
import { listPathSteps, opensPlayer, type PathStep } from '#islands/educations/path-steps.ts'
import { loadEducationExams } from './load-education-exams.ts'

/** Reads an education with the reader's progress; null when there is no such education. */
async function readEducation({ api, actor, configuration }: App.Locals, id: number) {
  if (id === 0) return null
  const features = configuration?.features ?? []
  const person = { id: actor?.id ?? 0, educationId: id }
  const [found, readiness, licenses, booked] = await Promise.all([
    Promise.all([
      api('GET /Educations/:id/view', { params: { id } }),
      api('GET /Educations/:id/own', { params: { id } }),
    ]).catch(nullIfNotFound),
    api('GET /user/:id/readiness/education/:educationId', { params: person }).catch(nullIfNotFound),
    features.includes('License') ? api('GET /Educations/:id/Licenses', { params: { id } }) : [],
    api('GET /user/:id/Bookings', { params: { id: person.id }, query: { educationId: id } }),
  ])
  if (!found || !actor) return null
  const [view, own] = found
  const materials = isEducatorLevel(actor)
    ? await api('GET /EducationPart/EducatorArticulates', { query: { educationId: id } })
    : []
  // The occasions that others may be tied to by a tag.
  const tied = features.includes('EducationPartTags') ? view.occasions : []
  return { actor, view, own, readiness, licenses, materials, tied, booked }
}

interface Progress {
  actor: Actor
  view: EducationView
  own: OwnProgress
  readiness: Readiness | null
  isStaff: boolean
  now: Date
}

function stepsOf({ actor, view, own, readiness, isStaff, now }: Progress): PathStep[] {
  const { education, occasions, prerequisites } = view
  const missing = prerequisites.filter((one) => !own.completedPrerequisiteIds.includes(one.id))
  const terms = {
    ...own.signUpTerms,
    now,
    dayOn: toPortalDay(now),
    isExternal: actor.isExternal,
    isStaff,
    tooYoung: readiness?.items.some(({ met, kind }) => !met && kind === 'age') ?? false,
  }
  const missingPrerequisites = missing.map(({ title }) => title)
  return listPathSteps({ education, occasions, own, missingPrerequisites, terms })
}

const isStaffOf = (actor: Actor, education: EducationView['education']) =>
  mayManage(actor, education) || ('Educator' in actor.roles && education.responsibleIds.includes(actor.id))

/**
 * Whether the player opens for a part. It opens for other than digital parts too, and explains that there is no course.
 */
const isRun = ({ part, action }: PathStep) => part.type !== 1 || opensPlayer(action)

/** Loads the page of an education; null when there is no such education. */
export async function loadEducation({ locals, params, url }: Pick<AstroGlobal, 'locals' | 'params' | 'url'>) {
  const id = parseId(params['educationId'])
  const read = await readEducation(locals, id)
  if (!read) return null
  const { actor, view, own, materials } = read
  const isStaff = isStaffOf(actor, view.education)
  const steps = stepsOf({ ...read, isStaff, now: locals.ctx.now })
  const exams = await loadEducationExams(locals, view.education)
  const opened = steps.find(({ partId }) => partId === Number(url.searchParams.get('educationPartId')))
  const run = opened && isRun(opened) ? opened : undefined
  const hasFrames = run !== undefined || materials.length > 0
  if (hasFrames) locals.framesContent = true
  const texts = [
    'sign-ups',
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
    opened,
    run,
    texts,
    missing: view.prerequisites.filter((one) => !own.completedPrerequisiteIds.includes(one.id)),
    blocked: view.education.blockedForExternalUsers && actor.isExternal,
    // A preview by staff does not sign them up.
    isTrial: isStaff && url.searchParams.has('preview'),
  }
}

export type LoadedEducation = NonNullable<Awaited<ReturnType<typeof loadEducation>>>

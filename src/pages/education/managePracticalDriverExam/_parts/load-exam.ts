import type { AstroGlobal } from 'astro'
import type { Actor } from '#api/actor.ts'
import { mayExamine } from '#api/catalogue/exams/access.ts'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { toPortalDay } from '#api/zone.ts'
import { parseId } from '#components/parse-id.ts'
import { emptyIfRefused, nullIfRefused } from '#components/refusal-fallbacks.ts'
import { emptyExam } from '#islands/exams/exam-draft.ts'
import { storableUntil, untilHeader } from '#islands/offline/page-copy.ts'
import { copyExam } from './copy-exam.ts'

const examinerOf = (actor: Actor | null) =>
  actor && 'Educator' in actor.roles ? { id: actor.id, name: actor.name } : null

/** Returns the ids of the people in an exam's form; in a new one, the examiner. */
function peopleIdsOf(exam: DriverExam | null, actor: Actor | null): number[] {
  if (exam) return [exam.examinerId, ...exam.responsibleIds].filter((one) => one > 0)
  const examiner = examinerOf(actor)
  return examiner ? [examiner.id] : []
}

interface RelatedQuery {
  exam: DriverExam | null
  showsList: boolean
  showsMailings: boolean
  educationPartId: number
  educationId: number
}

/** Reads the data related to an exam in one round trip. Each call checks its own access. */
function readRelated(
  { api, actor }: App.Locals,
  { exam, showsList, showsMailings, educationPartId, educationId }: RelatedQuery,
) {
  const educationAt = (id: number) => api('GET /Educations/:id', { params: { id } }).catch(nullIfRefused)
  const part = api('GET /EducationParts/:id', { params: { id: educationPartId } }).catch(nullIfRefused)
  const peopleIds = peopleIdsOf(exam, actor)
  return Promise.all([
    part,
    educationId ? educationAt(educationId) : part.then((one) => educationAt(one?.educationIds[0] ?? 0)),
    showsList && exam
      ? api('GET /EducationPartsPracticalDriverExam/:id/results', {
          params: { id: exam.educationPartPracticalDriverExamId },
        }).catch(emptyIfRefused)
      : [],
    !showsList && !showsMailings && peopleIds.length > 0
      ? api('POST /User/several', { body: peopleIds }).catch(() => [])
      : [],
    showsMailings && exam
      ? api('GET /Mailings/history', { query: { examId: exam.educationPartPracticalDriverExamId } }).catch(
          emptyIfRefused,
        )
      : [],
    showsList || showsMailings ? [] : api('GET /EducationPartOccasions/places').catch(emptyIfRefused),
  ])
}

type Page = Pick<AstroGlobal, 'locals' | 'params' | 'url' | 'response'>

/**
 * Loads the page that manages a practical driver exam or, with `new` in the path, creates one for `educationPartId` or
 * as a copy of `from`. Null when there is no such exam, part or education, and without a session. Not `isAllowed` when
 * the reader may not manage it: examiners may manage their own exam, but not create one. `examines`: the reader may
 * register results. `isHeld`: its day is today or past. Lets the browser keep a copy of the list of drivers, which is
 * open unless the URL has another `tab`, for a working day.
 */
export async function loadExam({ locals, params, url, response }: Page) {
  const { actor, api, ctx, sessionEndsAt } = locals
  const search = url.searchParams
  const isNew = params['practicalDriverExamId']?.toLowerCase() === 'new'
  const id = parseId(isNew ? search.get('from') : params['practicalDriverExamId'])
  const found = id
    ? await api('GET /EducationPartsPracticalDriverExam/:id', { params: { id } }).catch(nullIfRefused)
    : null
  const showsList = !isNew && !['details', 'mailings'].includes(search.get('tab') ?? '')
  const showsMailings = !isNew && search.get('tab') === 'mailings'
  const [part, education, results, people, sentMailings, places] = await readRelated(locals, {
    exam: found,
    showsList,
    showsMailings,
    educationPartId: found?.educationPartId ?? parseId(search.get('educationPartId')),
    educationId: found?.educationId ?? parseId(search.get('educationId')),
  })
  if (!actor || !part || part.type !== 2 || !education || (!isNew && !found)) return null
  const blank = emptyExam({
    educationPartId: part.id,
    educationId: education.id,
    partTitle: part.title,
    educationTitle: education.title,
    checklist: part.examChecklist,
    examiner: examinerOf(actor),
  })
  const exam = found && isNew ? copyExam(found) : (found ?? blank)
  const manages = mayManage(actor, education)
  const isNamed = exam.examinerId === actor.id || exam.responsibleIds.includes(actor.id)
  // An examiner who does not manage the education may not create exams.
  const isAllowed = manages || (isNamed && !isNew)
  // The browser may show the drivers offline for a working day, but not after the session has ended.
  if (showsList && isAllowed && sessionEndsAt)
    response.headers.set(untilHeader, storableUntil(ctx.now, sessionEndsAt).toISOString())
  return {
    id,
    isNew,
    showsList,
    showsMailings,
    sentMailings,
    isAllowed,
    manages,
    actor,
    exam,
    results,
    educationId: education.id,
    people: people.map((person) => ({ id: person.id, label: person.name })),
    places,
    examines: mayExamine(actor, exam),
    isHeld: toPortalDay(exam.startDate) <= toPortalDay(ctx.now),
  }
}

export type LoadedExam = NonNullable<Awaited<ReturnType<typeof loadExam>>>

import { useRef, useState } from 'react'
import type { ManagedOccasion, OccasionInput, SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useDraft } from '../editing/use-draft.ts'
import { tidyQuestions } from '../educations/management/QuestionsEditor.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { type OccasionDraft, toCreated, toDraft, toInput, withoutIndexes } from './occasion-draft.ts'
import { parseTimes, type Repetition, repeatOccasion } from './repetition.ts'
import { concernsParticipants, isForSeries, noAnswers, type SaveAnswers } from './save-questions.ts'

const fetchManaged = (id: number) => api('GET /EducationPartOccasions/:id/managed', { params: { id } })

/** Rethrows a refusal with the field names of one occasion, since the form shows each field once. */
function rethrowForOne(error: unknown): never {
  if (!(error instanceof ApiError) || !error.body.fields) throw error
  throw new ApiError(error.status, { ...error.body, fields: withoutIndexes(error.body.fields) })
}

/** Creates an occasion and its repetitions, and returns them. */
const createAll = (body: OccasionInput[], idempotencyKey: string) =>
  body.length === 1 && body[0]
    ? api('POST /EducationPartOccasions', { body: body[0] }, { idempotencyKey }).then((made) => [made])
    : api('POST /EducationPartOccasions/several', { body }, { idempotencyKey }).catch(rethrowForOne)

/** Changes an occasion, and others of its series in the same way. */
const changeAll = (occasion: OccasionInput, others: readonly SeriesOccasion[]) =>
  others.length === 0
    ? api('PUT /EducationPartOccasions', { body: occasion })
    : api('PUT /EducationPartOccasions/series', {
        body: { occasion, others: others.map(({ id, lastChange }) => ({ id, lastChange })) },
      })

/** Follows the versions of a series, which each save of it ends. */
function useSeries(occasionId: number, loaded: readonly SeriesOccasion[]) {
  const [series, setSeries] = useState(loaded)
  const reload = () =>
    api('GET /EducationPartOccasions/:id/series', { params: { id: occasionId } }).then(setSeries, () => undefined)
  return { series, reload }
}

interface Options {
  occasion: ManagedOccasion
  /** The other occasions of the series that can change with it. */
  series: readonly SeriesOccasion[]
  repetition: Repetition
}

/**
 * State of the form of an occasion. A save of a stored one may have questions, which `asks` is true for; their answers
 * come with `saveWith`.
 */
export function useOccasion({ occasion, series: loaded, repetition }: Options) {
  const t = useTexts('occasions')
  const [create] = useState(() => withIdempotencyKey(createAll))
  const answers = useRef(noAnswers)
  const created = useRef(1)
  const { series, reload } = useSeries(occasion.id, loaded)
  const form = useDraft<OccasionDraft, ManagedOccasion>({
    stored: occasion,
    draftOf: toDraft,
    async save(draft, version) {
      const input = toInput({ ...draft, customQuestions: tidyQuestions(draft.customQuestions) }, version)
      if (version.id) {
        const { others, tellsParticipants } = answers.current
        await changeAll({ ...input, tellsParticipants }, others).finally(others.length > 0 ? reload : undefined)
        return fetchManaged(version.id)
      }
      if (repetition.interval && parseTimes(repetition.times) === null) {
        const message = t('repeat.timesWrong')
        throw new ApiError(400, { message, fields: { 'repeat.times': message } })
      }
      const made = await create(repeatOccasion(input, repetition))
      created.current = made.length
      return made[0] ? toCreated(made[0], input) : version
    },
    reload: () => fetchManaged(occasion.id),
    onSaved(stored) {
      if (occasion.id) return toast(t('saved'))
      toastOnNextPage(created.current > 1 ? t('createdSeveral', { count: created.current }) : t('created'))
      location.assign(`/education/manageOccasion/${stored.id}`)
    },
  })
  const before = toDraft(form.base)
  // A past occasion keeps what was true of it, so its series is not changed with it.
  const asksAbout = isForSeries(before, form.draft) && form.base.startDate > new Date() ? series : []
  const concerns = concernsParticipants(before, form.draft)
  return {
    form,
    series,
    questions: {
      series: asksAbout,
      start: form.base.startDate,
      bookedCount: form.base.bookedCount,
      concernsParticipants: concerns,
    },
    asks: occasion.id > 0 && (asksAbout.length > 0 || (concerns && form.base.bookedCount > 0)),
    saveWith: (given: SaveAnswers) => {
      answers.current = given
      return form.save()
    },
  }
}

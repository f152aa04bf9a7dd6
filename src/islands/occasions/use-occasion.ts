import { useRef, useState } from 'react'
import type { ManagedOccasion, SeriesInput, SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { ApiError, api, isAlreadyDone } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { showHeading } from '../editing/show-heading.ts'
import { useDraft } from '../editing/use-draft.ts'
import { tidyQuestions } from '../educations/management/questions.ts'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { createOccasions } from './create-occasions.ts'
import { type OccasionDraft, toCreated, toDraft, toInput } from './occasion-draft.ts'
import { parseTimes, type Repetition, repeatOccasion } from './repetition.ts'
import {
  concernsParticipants,
  hasQuestions,
  isForSeries,
  isRefused,
  noAnswers,
  type Questions,
  type SaveAnswers,
  withCounts,
} from './save-questions.ts'

const fetchManaged = (id: number) => api('GET /EducationPartOccasions/:id/managed', { params: { id } })

/** Changes an occasion and others of its series in the same way. A change that was made already has succeeded. */
const changeSeries = ({ occasion, others }: SeriesInput, idempotencyKey: string) =>
  api('PUT /EducationPartOccasions/series', { body: { occasion, others } }, { idempotencyKey }).catch(
    (error: unknown) => {
      if (!isAlreadyDone(error)) throw error
    },
  )

/** The version of an occasion that a change of its series names. */
const toVersion = ({ id, lastChange }: SeriesOccasion) => ({ id, lastChange })

/** Reads how many participants there are now, of the occasion and of those of its series. */
async function readCounts(questions: Questions, id: number): Promise<Questions> {
  const [{ bookedCount }, present] = await Promise.all([
    fetchManaged(id),
    questions.series.length > 0 ? api('GET /EducationPartOccasions/:id/series', { params: { id } }) : [],
  ])
  return withCounts(questions, bookedCount, present)
}

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
 * State of the form of an occasion: `form` as of `useDraft`. A save of a stored one may have questions, which
 * `findQuestions` returns with the present numbers of participants, read from the server (it rejects when that fails);
 * null for none, and for a draft whose times or city are refused. Past occasions are not asked about their series. The
 * answers come with `saveWith`, which saves.
 *
 * A stored occasion, with those of its series that the answers name, is saved with a toast; a new one, repeated by
 * `repetition`, leads to its page with a toast; an invalid number of repetitions is an error of its field. `series` are
 * the others of a stored one, read again after each save of them.
 */
export function useOccasion({ occasion, series: loaded, repetition }: Options) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [create] = useState(() => withIdempotencyKey(createOccasions(t)))
  const [change] = useState(() => withIdempotencyKey(changeSeries))
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
        const changed = { ...input, tellsParticipants }
        if (others.length === 0) await api('PUT /EducationPartOccasions', { body: changed })
        else await change({ occasion: changed, others: others.map(toVersion) }).finally(reload)
        return fetchManaged(version.id)
      }
      if (repetition.interval && parseTimes(repetition.times) === null) {
        const message = t('repeat.timesWrong')
        throw new ApiError(400, { message, fields: { 'repeat.times': message } })
      }
      const made = await create(repeatOccasion(input, repetition))
      created.current = made.length
      return toCreated(made[0], input)
    },
    reload: () => fetchManaged(occasion.id),
    onSaved(stored) {
      if (occasion.id) {
        showHeading(stored, language)
        return toast(t('saved'))
      }
      toastOnNextPage(created.current > 1 ? t('createdSeveral', { count: created.current }) : t('created'))
      location.assign(`/education/manageOccasion/${stored.id}`)
    },
  })
  const before = toDraft(form.base)
  // A past occasion keeps what was true of it, so its series is not changed with it.
  const asksAbout = isForSeries(before, form.draft) && form.base.startDate > new Date() ? series : []
  const known: Questions = {
    series: asksAbout,
    start: form.base.startDate,
    bookedCount: form.base.bookedCount,
    concernsParticipants: concernsParticipants(before, form.draft),
  }
  return {
    form,
    series,
    /** Returns what a save has to ask, null for nothing. The participants are those of this moment. */
    async findQuestions(): Promise<Questions | null> {
      if (occasion.id === 0 || isRefused(form.draft)) return null
      const present = known.concernsParticipants ? await readCounts(known, occasion.id) : known
      return hasQuestions(present) ? present : null
    },
    saveWith: (given: SaveAnswers) => {
      answers.current = given
      return form.save()
    },
  }
}

import type { AstroGlobal } from 'astro'
import { parseId } from '#components/parse-id.ts'
import { emptyIfRefused, refusalCode } from '#components/refusal-fallbacks.ts'
import { emptyOccasion } from '#islands/occasions/occasion-draft.ts'
import { storableUntil, untilHeader } from '#islands/offline/page-copy.ts'
import { copyOccasion, copyTimes } from './copy-occasion.ts'

interface Address {
  id: number
  isNew: boolean
  /** Whether the participant list is shown instead of the form. */
  showsList: boolean
  /** Whether the mailings to the participants are shown instead of the form. */
  showsMailings: boolean
  educationPartId: number
}

function parseAddress(occasionId: string | undefined, search: URLSearchParams): Address {
  const isNew = occasionId?.toLowerCase() === 'new'
  return {
    id: parseId(isNew ? search.get('from') : occasionId),
    isNew,
    showsList: !isNew && !['details', 'mailings'].includes(search.get('tab') ?? ''),
    showsMailings: !isNew && search.get('tab') === 'mailings',
    educationPartId: parseId(search.get('educationPartId')),
  }
}

/** Reads an occasion with its related data, in one round trip. */
function readOccasion(
  { api }: App.Locals,
  { id, isNew, showsList, showsMailings, educationPartId }: Address,
  hasTags: boolean,
) {
  const isListed = id > 0 && showsList
  const partIds = [educationPartId].filter(Boolean)
  return Promise.all([
    id ? api('GET /EducationPartOccasions/:id/managed', { params: { id } }).catch(refusalCode) : null,
    isListed ? api('GET /EducationPartOccasions/:id/participants', { params: { id } }).catch(refusalCode) : [],
    api('GET /EducationParts/several', { query: id ? { occasionId: id } : { educationPartIds: partIds } }),
    isListed ? api('GET /EducationPart/EducatorArticulates', { query: { occasionId: id } }).catch(emptyIfRefused) : [],
    id && !isNew && hasTags
      ? api('GET /tag/ConnectedOccasions/occasion/:occasionId', { params: { occasionId: id } }).catch(emptyIfRefused)
      : [],
    isListed ? api('GET /EducationPartOccasions/:id/waitingList', { params: { id } }).catch(emptyIfRefused) : [],
    id && !isNew && !showsList && !showsMailings
      ? api('GET /EducationPartOccasions/:id/series', { params: { id } }).catch(emptyIfRefused)
      : [],
    showsList || showsMailings ? [] : api('GET /EducationPartOccasions/places').catch(emptyIfRefused),
    id && !isNew ? api('GET /StudyReports/Occasions/:id', { params: { id } }) : null,
    showsList || showsMailings ? null : api('GET /Meetings').catch(refusalCode),
    id && showsMailings ? api('GET /Mailings/history', { query: { occasionId: id } }).catch(emptyIfRefused) : [],
  ])
}

interface FormReads {
  organizerId: number | null
  responsibleIds: readonly number[]
  /** The educations whose tags can be chosen. */
  tagsOf: readonly number[]
  /** The educations that the occasion is given for. */
  educationIds: readonly number[]
}

/** Reads the names that the form of an occasion shows. */
function readFormChoices({ api }: App.Locals, { organizerId, responsibleIds, tagsOf, educationIds }: FormReads) {
  return Promise.all([
    organizerId ? api('GET /Organization', { query: { ids: [organizerId] } }) : [],
    responsibleIds.length > 0 ? api('POST /User/several', { body: [...responsibleIds] }).catch(emptyIfRefused) : [],
    Promise.all(
      tagsOf.map((educationId) =>
        api('GET /tag/education/:educationId', { params: { educationId } }).catch(emptyIfRefused),
      ),
    ).then((all) => all.flat()),
    Promise.all(educationIds.map((id) => api('GET /Educations/:id', { params: { id } }).catch(emptyIfRefused))).then(
      (all) => all.flat(),
    ),
  ])
}

const noChoices: FormReads = { organizerId: null, responsibleIds: [], tagsOf: [], educationIds: [] }

type Page = Pick<AstroGlobal, 'locals' | 'params' | 'url' | 'response'>

/**
 * Loads the page that manages an occasion or, with `new` in the path, creates one for `educationPartId` or as a copy of
 * `from`. Null when there is no such occasion or part, and without a session. `isRefused` when the reader may not
 * manage it; lists are then empty. `tab=details` opens the form in place of the participant list, `tab=mailings` what
 * was mailed to them. Lets the browser keep a copy of that list for a working day, and the page frame course content
 * when there is material for educators.
 */
export async function loadOccasion({ locals, params, url, response }: Page) {
  const { actor, configuration, ctx, sessionEndsAt } = locals
  const address = parseAddress(params['occasionId'], url.searchParams)
  const { id, isNew, showsList, showsMailings } = address
  const hasTags = configuration?.features.includes('EducationPartTags') ?? false
  const [found, listed, [part], materials, connected, queue, series, places, studyReport, meetings, sentMailings] =
    await readOccasion(locals, address, hasTags)
  if (!actor || !part || found === 'not_found') return null
  const isRefused = typeof found === 'string'
  const chosen = isRefused ? null : found
  const givenFor = isRefused ? [] : chosen?.educationId ? [chosen.educationId] : part.educationIds
  const [organizations, people, tags, educations] = await readFormChoices(
    locals,
    showsList || showsMailings
      ? noChoices
      : {
          organizerId: chosen?.organizerOrganizationId ?? null,
          responsibleIds: chosen?.responsibleIds ?? [],
          tagsOf: hasTags ? givenFor : [],
          educationIds: givenFor,
        },
  )
  const like = chosen ?? emptyOccasion(part.id, part.needsApproval)
  const occasion = isNew ? copyOccasion(like) : like
  // The browser may show the list offline for a working day, but not after the session has ended.
  if (showsList && !isRefused && sessionEndsAt)
    response.headers.set(untilHeader, storableUntil(ctx.now, sessionEndsAt).toISOString())
  const shownMaterials = isRefused ? [] : materials
  if (shownMaterials.length > 0) locals.framesContent = true
  return {
    id,
    isNew,
    showsList,
    showsMailings,
    sentMailings,
    isRefused,
    actor,
    part,
    occasion,
    series: isRefused ? [] : series,
    places,
    providers: meetings && typeof meetings === 'object' ? meetings.providers : [],
    copied: isNew && chosen ? copyTimes(chosen) : null,
    participants: typeof listed === 'string' ? [] : listed,
    connected: chosen ? connected : [],
    queue: isRefused ? [] : queue,
    materials: shownMaterials,
    studyReport: isRefused ? null : studyReport,
    people: people.map((person) => ({ id: person.id, label: person.name })),
    organizations: organizations.map((one) => ({ id: one.id, label: one.name })),
    tags: tags.map(({ id: tagId, name }) => ({ id: tagId, name })),
    educations: educations.map(({ id: educationId, title, fee }) => ({ id: educationId, title, fee })),
    questions: [...part.customQuestions, ...occasion.customQuestions].map(({ id: of, text }) => ({ id: of, text })),
    // Invitations to an occasion of several educations are sent for the first one.
    invitesTo: occasion.educationId ?? part.educationIds[0] ?? 0,
  }
}

export type LoadedOccasion = NonNullable<Awaited<ReturnType<typeof loadOccasion>>>

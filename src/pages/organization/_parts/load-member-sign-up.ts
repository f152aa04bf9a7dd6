import type { AstroGlobal } from 'astro'
import { maxMembers } from '#api/office/organizations/sign-ups/rules.ts'
import { Refused } from '#api/refusals.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'
import { refusalCode } from '#components/refusal-fallbacks.ts'
import { type MemberSignUpSearch, memberSignUpUrlState } from './member-sign-up-url.ts'
import { organizationUrlState } from './organization-url.ts'

type Page = Pick<AstroGlobal, 'params' | 'locals' | 'url' | 'request'>

/** Reads what the organisation signs up to from a submitted form, or else from the URL. */
async function readSearch({ locals, url, request }: Page, id: number): Promise<MemberSignUpSearch> {
  const address = memberSignUpUrlState(id)
  if (request.method !== 'POST') return address.parse(url)
  const form = await locals.form()
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)])
  return { ...address.parse(new URLSearchParams(fields)), preview: true }
}

/** Reads the occasion that the search has chosen; null when it cannot be shown. */
const readChosen = ({ api }: App.Locals, id: number) =>
  api('GET /EducationPartOccasions/:id', { params: { id } }).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })

/** Loads the step that the search has come to: the occasions, the members of the chosen one, or the preview. */
async function loadStep(locals: App.Locals, id: number, search: MemberSignUpSearch) {
  const { api } = locals
  const { occasionId, educationId, text, page, preview, user } = search
  const params = { id }
  const hasPreview = preview && user.length > 0
  const [occasions, members, chosen, previewed] = await Promise.all([
    occasionId === null ? api('GET /Organization/:id/openOccasions', { params, query: { text, page } }) : null,
    occasionId !== null && !hasPreview
      ? api('GET /Organization/:id/memberNames', { params, query: { text, page } })
      : null,
    occasionId !== null && !hasPreview ? readChosen(locals, occasionId) : null,
    occasionId !== null && hasPreview
      ? api('GET /Organization/:id/signUps', {
          params,
          query: { occasionId, userIds: user, ...(educationId ? { educationId } : {}) },
        })
      : null,
  ])
  return { occasions, members, chosen, preview: previewed }
}

/** The problem of a choice of more members than can be signed up at once; null for a choice that can. */
function refuseTooMany({ t }: App.Locals, { preview, user }: MemberSignUpSearch): FormFailure | null {
  if (!preview || user.length <= maxMembers) return null
  const message = t('organizations')('signUp.tooMany', { count: maxMembers, chosen: user.length })
  return { status: 400, message, fields: [] }
}

/**
 * Loads a step. After a problem whose preview is refused too, such as an occasion that is no longer open, it is the
 * choice of members.
 */
async function loadStepAfter(locals: App.Locals, id: number, search: MemberSignUpSearch, problem: FormFailure | null) {
  const chosen = await loadStep(locals, id, search).catch((error: unknown) => {
    if (problem && error instanceof Refused) return null
    throw error
  })
  return chosen ?? loadStep(locals, id, { ...search, preview: false })
}

/** Reads the sign-up that was made already, whose answer was lost, as the one that it is. */
function countAlreadyDone(error: unknown, count: number) {
  if (error instanceof Refused && error.code === 'already_done') return { count }
  throw error
}

/**
 * Signs the members of a submitted form up; null for a page that only reads. A form that is sent again signs nobody up
 * again, and has the same outcome.
 */
async function submit({ locals, request }: Page, id: number, { occasionId, educationId, user }: MemberSignUpSearch) {
  if (request.method !== 'POST' || occasionId === null || user.length === 0) return null
  const key = (await locals.form()).get('key')
  const call = locals.api(
    'POST /Organization/:id/signUps',
    { params: { id }, body: { occasionId, educationId, userIds: user } },
    { idempotencyKey: typeof key === 'string' ? key : null },
  )
  const count = new Set(user).size
  return toFormOutcome(
    call.catch((error: unknown) => countAlreadyDone(error, count)),
    locals.t('refusals'),
  )
}

/**
 * Loads a step of the sign-up of an organisation's members: the occasions, the members or the preview. A submitted form
 * signs them up; sent again it signs nobody up twice. Returns the step, `redirect` to the bookings after an accepted
 * form, `not-allowed`, or `not-found` for any other refusal of the page. A refused form is shown again with its
 * `problem`, and more than 50 members (`maxMembers`) are a problem without a sign-up.
 */
export async function loadMemberSignUp(page: Page) {
  const id = Number(page.params['organizationId'])
  if (!Number.isInteger(id) || id <= 0) return 'not-found'
  const read = await readSearch(page, id)
  const excess = refuseTooMany(page.locals, read)
  const search = excess ? { ...read, preview: false } : read
  const outcome = excess ? null : await submit(page, id, search)
  const problem = excess ?? outcome?.problem ?? null
  if (outcome?.answer) {
    const bookings = { tab: 'bookings', state: null, licenseId: null, text: '', page: 1 } as const
    return { redirect: `${organizationUrlState(id).href(bookings)}&signedUp=${outcome.answer.count}` }
  }
  const loaded = await Promise.all([
    page.locals.api('GET /Organization/:id', { params: { id } }),
    loadStepAfter(page.locals, id, search, problem),
  ]).catch(refusalCode)
  if (typeof loaded === 'string') return loaded === 'not_allowed' ? 'not-allowed' : 'not-found'
  const [organization, step] = loaded
  return { organization, ...step, url: memberSignUpUrlState(id), search, problem }
}

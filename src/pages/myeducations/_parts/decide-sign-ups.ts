import type { AstroGlobal } from 'astro'
import { type FormOutcome, toFormOutcome } from '#components/form-outcome.ts'

/** URL of the list of sign-ups that wait. */
export const approvalsHref = '/myeducations?view=approvals'

interface ChosenSignUp {
  resultId: number
  userId: number
}

/** Formats a sign-up as its value in the form, `<resultId>:<userId>`. */
export const toChoice = ({ resultId, userId }: ChosenSignUp) => `${resultId}:${userId}`

function parseChoice(value: FormDataEntryValue): ChosenSignUp[] {
  const [, resultId, userId] = /^(\d{1,9}):(\d{1,9})$/.exec(String(value)) ?? []
  return resultId && userId ? [{ resultId: Number(resultId), userId: Number(userId) }] : []
}

/** The sign-ups of a submitted form: those of the pressed button, or all that are ticked. */
function listChosen(form: FormData, pressed: FormDataEntryValue): ChosenSignUp[] {
  const own = parseChoice(pressed)
  return own.length > 0 ? own : form.getAll('chosen').flatMap(parseChoice)
}

/** Outcome of a submitted form: another page, a question before declining, or a message. */
export type SignUpDecision =
  | { kind: 'done'; href: string }
  | { kind: 'ask'; chosen: string[] }
  | { kind: 'none' }
  | { kind: 'failed'; message: string }

const toDecision = (outcome: FormOutcome<unknown>, name: string, count: number): SignUpDecision =>
  outcome.problem
    ? { kind: 'failed', message: outcome.problem.message }
    : { kind: 'done', href: `${approvalsHref}&${name}=${count}` }

/**
 * Approves or declines sign-ups of a submitted form, all or none: the one of the pressed button, or the first 100 that
 * are ticked. Declining cancels a sign-up. Null for a form that decides nothing.
 *
 * `none`: nobody was chosen. `ask`: nothing is changed until declining the `chosen` is confirmed. `done` has the URL to
 * redirect to, the list of waiting sign-ups with the count, `failed` the refusal's text.
 */
export async function decideSignUps({ locals }: Pick<AstroGlobal, 'locals'>): Promise<SignUpDecision | null> {
  const { api, ctx, t } = locals
  const form = await locals.form()
  const [approve, decline] = [form.get('approve'), form.get('decline')]
  const pressed = approve ?? decline
  if (pressed === null) return null
  const chosen = listChosen(form, pressed).slice(0, 100)
  if (chosen.length === 0) return { kind: 'none' }
  if (approve === null && pressed !== 'confirmed') return { kind: 'ask', chosen: chosen.map(toChoice) }
  const change = approve === null ? { canceled: true } : { signUpDate: ctx.now }
  const body = chosen.map((one) => ({ ...one, ...change }))
  const outcome = await toFormOutcome(api('PUT /EducationPartOccasions/results', { body }), t('refusals'))
  return toDecision(outcome, approve === null ? 'declined' : 'approved', chosen.length)
}

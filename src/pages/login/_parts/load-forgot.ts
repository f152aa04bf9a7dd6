import type { AstroGlobal } from 'astro'
import { CompleteReset, SendReset } from '#api/people/authentication/contract.ts'
import { Refused } from '#api/refusals.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'
import type { Translate } from '#locales/translate.ts'
import { nextResetStep, type ResetStep } from './reset-step.ts'

interface ResetForm {
  step: string
  username: string
  token: string
  code: string
  newPassword: string
  passwordVerification: string
}

function parseForm(data: FormData): ResetForm {
  const field = (name: string) => String(data.get(name) ?? '')
  return {
    step: field('step'),
    username: field('username').trim(),
    token: field('token'),
    code: field('code'),
    newPassword: field('newPassword'),
    passwordVerification: field('passwordVerification'),
  }
}

function parsed<Value>(schema: { safeParse: (value: unknown) => { data?: Value } }, value: unknown): Value {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw new Refused('invalid_input')
  return data
}

/** @throws Refused('invalid_input') when the user name of the first step, or the code of the third, is empty. */
function requireFields({ step, username, token, code }: ResetForm, refusals: Translate): void {
  const missing = step === 'name' && !username ? 'username' : step === 'code' && !token && !code.trim() ? 'code' : null
  if (missing) throw new Refused('invalid_input', { fields: { [missing]: refusals('invalid.empty') } })
}

/** Submits the form of one step. */
async function send({ api, t }: App.Locals, form: ResetForm): Promise<void> {
  const { step, username, token, code, newPassword, passwordVerification } = form
  requireFields(form, t('refusals'))
  if (step === 'name') {
    await api('POST /Authentication/ForgotPassword/contactinfo', { body: { username } })
    return
  }
  const body =
    step === 'channel'
      ? parsed(SendReset, { username, channel: 'email' })
      : parsed(CompleteReset, {
          resetToken: token || code.replace(/\s/g, ''),
          newPassword,
          passwordVerification,
          ...(username && { username }),
        })
  await api('POST /Authentication/ForgotPassword/reset', { body })
}

interface LoadedForgot {
  step: ResetStep
  username: string
  token: string
  code: string
  problem: FormFailure | null
}

/**
 * Handles a submitted step of resetting a password: looks up the user name, sends the mail, or sets the password.
 * Returns the step to show, with what was typed except the password; `token` is that of a link in the URL or of the
 * form. A refused step is shown again with its problem, except that a refused mail leads back to the user name.
 */
export async function loadForgot({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const form = request.method === 'POST' ? parseForm(await locals.form()) : null
  const username = form?.username ?? ''
  const token = form ? form.token : (url.searchParams.get('token') ?? '')
  const isSent = form?.step === 'name' || username + token !== ''
  const sent = form && isSent ? await toFormOutcome(send(locals, form), locals.t('refusals')) : null
  const problem = sent?.problem ?? null
  const step = nextResetStep({ sent: form?.step ?? '', isDone: sent !== null && !problem, hasToken: token !== '' })
  const loaded: LoadedForgot = { step, username, token, code: form?.code ?? '', problem }
  return loaded
}

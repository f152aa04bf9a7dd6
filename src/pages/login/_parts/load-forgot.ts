import type { AstroGlobal } from 'astro'
import { CompleteReset, SendReset } from '#api/people/authentication/contract.ts'
import { Refused } from '#api/refusals.ts'
import { type FormFailure, toFormOutcome } from '#components/form-outcome.ts'
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

/** Submits the form of one step. */
async function send(api: App.Locals['api'], form: ResetForm): Promise<void> {
  const { step, username, token, code, newPassword, passwordVerification } = form
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

/** Handles a submitted step of resetting a password and returns the step to show. */
export async function loadForgot({ locals, request, url }: Pick<AstroGlobal, 'locals' | 'request' | 'url'>) {
  const form = request.method === 'POST' ? parseForm(await locals.form()) : null
  const username = form?.username ?? ''
  const token = form ? form.token : (url.searchParams.get('token') ?? '')
  const sent = form && username + token ? await toFormOutcome(send(locals.api, form), locals.t('refusals')) : null
  const problem = sent?.problem ?? null
  const step = nextResetStep({ sent: form?.step ?? '', isDone: sent !== null && !problem, hasToken: token !== '' })
  const loaded: LoadedForgot = { step, username, token, code: form?.code ?? '', problem }
  return loaded
}

import { expect, test, vi } from 'vitest'

test('a sign-in stores the session, removes stored pages of another person and redirects', async () => {
  const stored: Record<string, unknown> & { removeItem: (key: string) => void } = { removeItem: () => undefined }
  const deleted: string[] = []
  const destinations: string[] = []
  const focused: string[] = []
  const shown: string[] = []
  const failure = { hidden: true, querySelector: () => ({ replaceChildren: (text: string) => shown.push(text) }) }
  let submit: (event: { preventDefault: () => void }) => Promise<void> = () => Promise.reject(new Error('no form'))
  const form = {
    dataset: { target: '/educations', failed: '', missing: 'Skriv båda.', copies: 'page-copies' },
    noValidate: false,
    querySelector: (): { focus: () => void } | null => ({ focus: () => focused.push('username') }),
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener
    },
  }
  vi.stubGlobal('document', { querySelector: () => form, getElementById: () => failure })
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  vi.stubGlobal('location', { replace: (to: string) => destinations.push(to) })
  vi.stubGlobal('fetch', async () => Response.json({ token: 'new', userId: 7 }))
  vi.stubGlobal(
    'FormData',
    class {
      *[Symbol.iterator]() {}
    },
  )
  await import('./login-form.ts')
  // A form that signed out without scripts leads here.
  expect(deleted).toEqual(['page-copies'])
  // The portal says that a field is empty, and sends nothing.
  await submit({ preventDefault: () => undefined })
  expect([form.noValidate, failure.hidden, shown, focused]).toEqual([true, false, ['Skriv båda.'], ['username']])
  expect(stored['token']).toBeUndefined()
  form.querySelector = () => null
  await submit({ preventDefault: () => undefined })
  expect([stored['token'], stored['userId']]).toEqual(['new', 7])
  expect(deleted).toEqual(['page-copies', 'page-copies'])
  expect(destinations).toEqual(['/educations'])
})

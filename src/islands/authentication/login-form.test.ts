import { expect, test, vi } from 'vitest'

test('a sign-in stores the session, leaves no page of another person behind and goes on', async () => {
  const stored: Record<string, unknown> & { removeItem: (key: string) => void } = { removeItem: () => undefined }
  const deleted: string[] = []
  const gone: string[] = []
  let submit: (event: { preventDefault: () => void }) => Promise<void> = () => Promise.reject(new Error('no form'))
  const form = {
    dataset: { target: '/educations', networkFailed: '', copies: 'page-copies' },
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener
    },
  }
  vi.stubGlobal('document', { querySelector: () => form, getElementById: () => null })
  vi.stubGlobal('localStorage', stored)
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  vi.stubGlobal('location', { replace: (to: string) => gone.push(to) })
  vi.stubGlobal('fetch', async () => Response.json({ token: 'new', userId: 7 }))
  vi.stubGlobal(
    'FormData',
    class {
      *[Symbol.iterator]() {}
    },
  )
  await import('./login-form.ts')
  await submit({ preventDefault: () => undefined })
  expect([stored['token'], stored['userId']]).toEqual(['new', 7])
  expect(deleted).toEqual(['page-copies'])
  expect(gone).toEqual(['/educations'])
})

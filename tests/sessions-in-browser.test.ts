import { expect, test } from 'vitest'
import { isTest, sourcesIn } from './sources.ts'

const code = sourcesIn('src').filter(({ path }) => !isTest(path))

/** Matches where a script stores or removes the session of a person, as `localStorage` or as the store above it. */
const sessionWrite =
  /localStorage\.(?:setItem|removeItem)\((?:'token'|key)|\b(?:localStorage|storage)\['token'\]|\$token\.set\(|localStorage\.clear\(/

const copiesDeletion = /deletePageCopies\(\)|caches\?\.delete\(|leaveForLogin\(\)/

const ways = code.filter(({ text }) => sessionWrite.test(text))

/* A copy of a page is personal, and that of the licences has one key for all: see decision 014. */
test('every way into and out of a session deletes the page copies', () => {
  expect(ways.map(({ path }) => path).sort()).toEqual([
    'src/islands/authentication/external-login.ts',
    'src/islands/authentication/hand-over.ts',
    'src/islands/authentication/login-form.ts',
    'src/islands/authentication/passkey-sign-in.ts',
    'src/islands/client/leave-page.ts',
    'src/islands/client/session.ts',
    'src/islands/client/stored-keys.ts',
  ])
  const keeping = ways.filter(({ text }) => !copiesDeletion.test(text)).map(({ path }) => path)
  // `clearStorage` is called by the sign-out only, which deletes the copies beside it.
  expect(keeping).toEqual(['src/islands/client/stored-keys.ts'])
})

test('a form that signs out without scripts leads to the sign-in page, which deletes the page copies when it opens', () => {
  const signOut = code.find(({ path }) => path === 'src/pages/logout.ts')?.text ?? ''
  expect(signOut).toContain("redirect('/login', 303)")
  const signIn = code.find(({ path }) => path === 'src/islands/authentication/login-form.ts')?.text ?? ''
  expect(signIn.slice(0, signIn.indexOf('addEventListener'))).toMatch(copiesDeletion)
})

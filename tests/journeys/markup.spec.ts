import { accessMatrix } from '#story/access-matrix.ts'
import type { CastName } from '#story/people.ts'
import { signIn } from '../../tools/bench/page-weight.ts'
import { repeatedAttributes, repeatedIds } from '../markup-rules.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'

/** Addresses whose query shows other parts of a page: empty lists, tabs, errors, the last page. */
const further = [
  '/calendar?view=list',
  '/educations?all=1',
  '/educations?page=99',
  '/educations?text=zzzz',
  '/search?q=a',
  '/search?q=enduro',
  '/search?q=zzzzqq',
  '/config?tab=audit',
  '/config?tab=mails',
  '/config?tab=organizations',
  '/licenses?tab=holders',
  '/myeducations?tab=occasions',
]
const readers: readonly (CastName | null)[] = [null, 'learner', 'guardian', 'educator', 'superadmin']

for (const reader of readers)
  test(`no tag repeats an attribute and no id is repeated, for ${reader ?? 'a visitor'}`, async ({ portal }) => {
    const cookie = reader ? (await signIn(portal.origin, reader)).cookies.join('; ') : ''
    const addresses = [...accessMatrix.map(({ address }) => address), ...(reader ? further : [])]
    let pages = 0
    for (const address of addresses) {
      const response = await fetchWithoutKeepAlive(portal.origin + encodeURI(address), {
        headers: { cookie, accept: 'text/html' },
        redirect: 'manual',
      })
      const html = await response.text()
      if (!html.includes('</body>')) continue
      pages++
      expect.soft(repeatedAttributes(html), address).toEqual([])
      expect.soft(repeatedIds(html), address).toEqual([])
    }
    expect(pages).toBeGreaterThan(reader === 'superadmin' ? 50 : 3)
  })

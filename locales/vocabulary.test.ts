import { expect, test } from 'vitest'
import { namespaces, textsOf } from './translate.ts'

interface Term {
  /** Matches a whole word, in any case. */
  avoid: string
  say: string
  /** Texts that contain the word, as `namespace:key` or `namespace`, and why. */
  except?: Record<string, string>
}

const licenceCategory = 'a licence divides its credits into categories of its own'
const licenceCategories = {
  licenses: licenceCategory,
  'audit-fields:categories': licenceCategory,
  'audit-fields:category': licenceCategory,
  'refusals:invalid.license.category': licenceCategory,
  'refusals:invalid.license.total': licenceCategory,
  'refusals:license_category_used': licenceCategory,
}

const reportColumn = 'docs/spec/decisions.md#reports-in-excel gives the columns'

const terms: Record<'sv' | 'en', Term[]> = {
  sv: [
    {
      avoid: String.raw`\p{L}*kategori\p{L}*`,
      say: 'gren',
      except: { ...licenceCategories, 'reports:column.category': reportColumn },
    },
    { avoid: String.raw`digital\p{L}* kurs\p{L}*`, say: 'webbkurs' },
    {
      avoid: String.raw`digital\p{L}*|distans\p{L}*`,
      say: 'på nätet, webbkurs',
      except: { 'refusals:part_not_digital': 'RUNNER-16 gives the sentence to the letter' },
    },
    {
      avoid: String.raw`målsm[aä]n\p{L}*`,
      say: 'vårdnadshavare',
      except: { 'reports:column.guardian': reportColumn },
    },
    { avoid: String.raw`\p{L}*brev(et|en|ets|ens|mall\p{L}*)?`, say: 'mejl' },
    { avoid: String.raw`avbok\p{L}*`, say: 'avanmäl, avanmälan' },
    { avoid: 'kostnadsfria?', say: 'kostnadsfritt' },
    { avoid: String.raw`slutför\p{L}*`, say: 'genomför' },
    { avoid: 'närvara(t|de|nde)?', say: 'delta' },
    { avoid: 'kak(a|an|or|orna)', say: 'cookie' },
    { avoid: 'av sig själva?', say: 'automatiskt' },
    { avoid: 'härnäst|näst(?=:)', say: 'nästa' },
    {
      avoid: 'roll(en|er|erna)?',
      say: 'behörighet (in the portal), funktion (by an education)',
      except: { 'reports:column.role': reportColumn },
    },
    { avoid: 'tomt(?=:)', say: 'lämna tomt …' },
    { avoid: 'tog ut', say: 'exporterade' },
  ],
  en: [
    { avoid: 'education(?! portal)|educations', say: 'course, training' },
    { avoid: String.raw`categor\p{L}*`, say: 'discipline', except: licenceCategories },
    { avoid: 'branch(es)?', say: 'discipline' },
    { avoid: String.raw`digital\p{L}* courses?`, say: 'online course' },
    { avoid: '(?<!three )letters?(?! of)', say: 'email' },
    { avoid: 'e-mails?|mails?', say: 'email' },
    { avoid: 'seats?', say: 'place' },
    { avoid: 'was it not', say: 'if this was not' },
    { avoid: 'is told|are told', say: 'is notified' },
    { avoid: 'canceled', say: 'cancelled' },
    { avoid: 'examinations?', say: 'exam' },
    { avoid: 'log (in|out)|sign(ed)? off', say: 'sign in, sign out, withdraw' },
    { avoid: 'sign(ed)?[ -]up to(?! approve)', say: 'sign up for' },
    { avoid: 'whoever|anew', say: 'anyone who, again' },
    { avoid: 'extent', say: 'duration' },
    { avoid: 'empty(?=:)', say: 'leave empty …' },
  ],
}

const wordOf = (avoid: string) => new RegExp(String.raw`(?<![\p{L}{])(${avoid})(?![\p{L}}])`, 'iu')

for (const language of ['sv', 'en'] as const) {
  const texts = namespaces.flatMap((namespace) =>
    Object.entries(textsOf(language, namespace) ?? {}).map(([key, text]) => ({ namespace, key, text })),
  )

  test.each(terms[language])(`in ${language} a text says “$say” and not “$avoid”`, ({ avoid, except = {} }) => {
    const word = wordOf(avoid)
    const found = texts.filter(({ text }) => word.test(text))
    const excepted = ({ namespace, key }: (typeof texts)[number]) =>
      [namespace, `${namespace}:${key}`].find((name) => name in except)
    const wrong = found.filter((one) => !excepted(one)).map(({ namespace, key, text }) => `${namespace}:${key} ${text}`)
    expect(wrong).toEqual([])
    expect([...new Set(found.map(excepted))].sort(), 'exceptions that are not needed').toEqual(
      Object.keys(except).sort(),
    )
  })
}

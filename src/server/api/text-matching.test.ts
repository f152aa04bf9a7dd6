import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import foldedNames from '#story/folded-names.json' with { type: 'json' }
import {
  foldText,
  matchSpelling,
  prefixDistance,
  splitWords,
  toCorrectedMatch,
  toCorrectedSubstringMatch,
  toKnownWordKeys,
  toPrefixMatch,
  toQueryWords,
  toSearchKey,
  toSearchWords,
  toSpellingKeys,
  toSubstringMatch,
} from './text-matching.ts'

describe('a search', () => {
  test('ignores case, accents and punctuation', () => {
    expect(toQueryWords('  Förarlicens, steg-2! ')).toEqual(['forarlicens', 'steg', '2'])
    expect(foldText('ÅÄÖ åäö é')).toBe('aao aao e')
    expect(toQueryWords('"*" OR NEAR(^')).toEqual(['or', 'near'])
  })

  test('has a limited number of words', () => {
    expect(toQueryWords(Array.from({ length: 50 }, (_, i) => `ord${i}`).join(' '))).toHaveLength(8)
    expect(toQueryWords('a'.repeat(500))).toEqual(['a'.repeat(40)])
  })

  test('becomes quoted words only in the syntax of the index', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = toQueryWords(text)
        expect(toPrefixMatch(words)).toMatch(/^("[^"]+"\*( |$))*$/u)
        expect(toSubstringMatch(words) ?? '').toMatch(/^("[^"]+"( |$))*$/u)
        const meanings = words.map((typed) => ({ typed, words: ['kart', typed] }))
        const grouped = /^(\("[^"]+"\*?( OR "[^"]+"\*?)*\)( AND |$))*$/u
        expect(toCorrectedMatch(meanings)).toMatch(grouped)
        expect(toCorrectedSubstringMatch(meanings) ?? '').toMatch(grouped)
      }),
    )
  })

  test('matches inside compounds only for long words', () => {
    expect(toSubstringMatch(['licens'])).toBe('"licens"')
    expect(toSubstringMatch(['licens', '2'])).toBeNull()
  })
})

describe('a misspelt word', () => {
  const near = (question: string, text: string) =>
    toQueryWords(question).every(
      (typed) => matchSpelling(typed, splitWords(text)).near.length > 0 || splitWords(text).includes(typed),
    )

  test('is corrected to the intended word', () => {
    for (const slip of ['forarlisens', 'förarlicnes', 'föraarlicens', 'frarlicens', 'förarlice', 'förrlic'])
      expect(near(slip, 'Förarlicens steg 1'), slip).toBe(true)
    for (const slip of ['rlly', 'rlaly', 'raly', 'rally']) expect(near(slip, 'Rally'), slip).toBe(true)
    for (const slip of ['katring', 'krating', 'kartting']) expect(near(slip, 'Karting för unga'), slip).toBe(true)
  })

  test('is not corrected', () => {
    expect(near('domare', 'Förarlicens')).toBe(false)
    expect(near('rally', 'Racing')).toBe(false)
    expect(near('abc', 'abd')).toBe(false)
    expect(near('förarlicens domare', 'Förarlicens')).toBe(false)
  })

  test('is corrected to the closest word first, with one slip before two', () => {
    expect(matchSpelling('forarlisens', ['forarlicenz', 'forarlicens', 'domare'])).toEqual({
      typed: 'forarlisens',
      close: ['forarlicens'],
      near: ['forarlicens', 'forarlicenz'],
    })
    expect(toSpellingKeys('abc')).toEqual([])
  })

  test('may be an incomplete word', () => {
    const word = 'x'.repeat(40)
    expect(toCorrectedMatch([{ typed: 'y', words: ['kart', word] }])).toBe(`("y"* OR "kart" OR "${word}"*)`)
  })

  test('shares a key with the intended word, for a slip in any letter of its beginning', () => {
    const letter = fc.constantFrom(...'abcdeklmnorst')
    const word = fc.array(letter, { minLength: 5, maxLength: 10 }).map((all) => all.join(''))
    fc.assert(
      fc.property(word, fc.nat(), letter, fc.nat(3), (meant, place, other, slip) => {
        const at = place % (meant.length - 1)
        const rest =
          [meant.slice(at + 1), meant.slice(at), other + meant.slice(at + 1), other + meant.slice(at)][slip] ?? ''
        const swapped = meant.slice(0, at) + meant.slice(at + 1, at + 2) + meant.slice(at, at + 1) + meant.slice(at + 2)
        const keptUnder = new Set(toKnownWordKeys(meant))
        for (const typed of [meant.slice(0, at) + rest, swapped])
          expect(
            toSpellingKeys(typed).filter((key) => keptUnder.has(key)),
            `${typed} for ${meant}`,
          ).not.toEqual([])
      }),
    )
  })
})

describe('slips', () => {
  const word = fc.stringMatching(/^[a-zåäö]{1,12}$/)

  test('are zero for a prefix, and one for one', () => {
    fc.assert(
      fc.property(word, fc.nat(12), (whole, length) => {
        expect(prefixDistance(whole.slice(0, length), whole)).toBe(0)
      }),
    )
    expect(prefixDistance('lisens', 'licens')).toBe(1)
    expect(prefixDistance('lciens', 'licens')).toBe(1)
    expect(prefixDistance('liens', 'licens')).toBe(1)
    expect(prefixDistance('liccens', 'licens')).toBe(1)
  })

  test('are at most the number of typed letters', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        expect(prefixDistance(typed, meant)).toBeLessThanOrEqual(typed.length)
      }),
    )
  })
})

describe('search words', () => {
  const wordsIn = (...texts: (string | null)[]) => JSON.parse(toSearchWords(...texts)) as string[]
  const names = fc.array(fc.constantFrom(...Object.keys(foldedNames)), { maxLength: 4 })

  test('of a name equal those that the database folds', () => {
    for (const [name, words] of Object.entries(foldedNames)) expect(wordsIn(name).sort().join(' '), name).toBe(words)
  })

  test('of several names are those of each, with any separator', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(' ', '-', '–', ' · ', ', ', '/', '’'), (all, sign) => {
        const each = Object.entries(foldedNames).flatMap(([name, words]) =>
          all.includes(name) ? words.split(' ') : [],
        )
        expect(new Set(wordsIn(all.join(sign)))).toEqual(new Set(each.filter((word) => word !== '')))
      }),
    )
  })

  test('are distinct words of three to forty letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsIn(text)
        expect(new Set(words).size).toBe(words.length)
        for (const word of words) {
          expect(Array.from(word).length).toBeGreaterThanOrEqual(3)
          expect(toQueryWords(word)).toEqual([word])
        }
      }),
    )
    expect(wordsIn('Bo', null, 'på Öa')).toEqual([])
    expect(wordsIn('å'.repeat(50))).toEqual(['a'.repeat(40)])
  })

  test('are indexed by their first four and five letters, complete and with one left out', () => {
    expect(toKnownWordKeys('rally').sort()).toEqual(
      ['4:rall', '4:all', '4:rll', '4:ral', '5:rally', '5:ally', '5:rlly', '5:raly', '5:rall'].sort(),
    )
  })
})

describe('a search key', () => {
  test('has the words of the title on its first line and those of the code on its second', () => {
    expect(toSearchKey('Förarlicens, steg-2', 'FL 2')).toBe(' forarlicens steg 2\n fl 2')
    expect(toSearchKey('CO₂ &\nm²', null)).toBe(' co₂ m²\n')
  })
})

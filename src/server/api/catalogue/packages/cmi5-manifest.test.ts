import { describe, expect, test } from 'vitest'
import { readCmi5Manifest } from './cmi5-manifest.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (...texts: [lang: string, text: string][]) =>
  texts.map(([lang, one]) => `<langstring lang="${lang}">${one}</langstring>`).join('')
const titled = (title: string) =>
  `<title>${text(['en-US', title])}</title><description>${text(['en', '-'])}</description>`
const au = (id: string, attributes = '', inside = '<url>index.html</url>') =>
  `<au id="urn:${id}" ${attributes}>${titled(id)}${inside}</au>`
const block = (id: string, ...inside: string[]) => `<block id="urn:${id}">${titled(id)}${inside.join('')}</block>`
const course = (...inside: string[]) =>
  bytes(`<?xml version="1.0" encoding="utf-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:course"><title>${text(['en-US', 'Flags'], ['sv-SE', 'Flaggor p&#229;  banan'])}</title>
  <description>${text(['en', '-'])}</description></course>${inside.join('')}</courseStructure>`)

test('reads a minimal course of one unit', () => {
  expect(readCmi5Manifest(course(au('a')))).toEqual({
    format: 'cmi5',
    identifier: 'urn:course',
    notes: [],
    files: [],
    title: 'Flaggor på banan',
    units: [
      {
        identifier: 'urn:a',
        title: 'a',
        launch: 'index.html',
        groups: [],
        moveOn: 'NotApplicable',
        masteryScore: null,
        launchMethod: 'AnyWindow',
        launchParameters: null,
        entitlementKey: null,
        activityType: null,
        scormTerms: null,
      },
    ],
  })
})

test('reads every property of a unit, trimmed', () => {
  const structure = readCmi5Manifest(
    course(
      au(
        'a',
        'moveOn="CompletedAndPassed" masteryScore=" 0.8500 " launchMethod="OwnWindow" activityType="urn:quiz"',
        '<url>\n  a.html?x=1&amp;y=2 </url><launchParameters>{"a":"&lt;1&gt;"}</launchParameters><entitlementKey> k </entitlementKey>',
      ),
    ),
  )
  expect(structure).toMatchObject({
    units: [
      {
        launch: 'a.html?x=1&y=2',
        moveOn: 'CompletedAndPassed',
        masteryScore: 0.85,
        launchMethod: 'OwnWindow',
        launchParameters: '{"a":"<1>"}',
        entitlementKey: 'k',
        activityType: 'urn:quiz',
      },
    ],
  })
})

test('lists units and blocks in the order of the file, each unit with its blocks', () => {
  const structure = readCmi5Manifest(course(au('1'), block('A', au('2'), block('B', au('3')), au('4')), au('5')))
  const units = typeof structure === 'string' ? [] : structure.units
  expect(units.map(({ identifier, groups }) => [identifier, ...groups.map((group) => group.identifier)])).toEqual([
    ['urn:1'],
    ['urn:2', 'urn:A'],
    ['urn:3', 'urn:A', 'urn:B'],
    ['urn:4', 'urn:A'],
    ['urn:5'],
  ])
})

test('ignores objectives and extensions', () => {
  const objectives = `<objectives><objective id="urn:o">${titled('o')}</objective></objectives>`
  const refers = au(
    'a',
    '',
    '<objectives><objective idref="urn:o"/></objectives><url>a.html</url><v:x xmlns:v="urn:v"/>',
  )
  expect(readCmi5Manifest(course(objectives, refers, au('b')))).toMatchObject({ units: [{}, {}] })
})

test('refuses more than a thousand units', () => {
  const units = Array.from({ length: 1_200 }, (_, n) => au(`u${n}`))
  const structure = readCmi5Manifest(course(...units))
  expect(typeof structure === 'string' ? structure : structure.units.length).toBe(1_200)
})

describe('an invalid manifest is refused with a reason', () => {
  test.each<[string, string, Uint8Array]>([
    ['package_cmi5_invalid', 'no unit', course()],
    ['package_cmi5_invalid', 'a block without a unit', course(au('a'), block('b'))],
    ['package_cmi5_invalid', 'a unit without an address', course(au('a', '', ''))],
    ['package_cmi5_invalid', 'a unit without a title', course('<au id="urn:a"><url>a.html</url></au>')],
    ['package_cmi5_invalid', 'an id that is no IRI', course(`<au id="a b">${titled('a')}<url>a.html</url></au>`)],
    ['package_cmi5_invalid', 'no id', course(`<au>${titled('a')}<url>a.html</url></au>`)],
    ['package_cmi5_invalid', 'an endless id', course(au('x'.repeat(600)))],
    ['package_cmi5_invalid', 'an unknown moveOn', course(au('a', 'moveOn="Satisfied"'))],
    ['package_cmi5_invalid', 'an unknown launchMethod', course(au('a', 'launchMethod="Popup"'))],
    ['package_cmi5_invalid', 'another kind of XML', bytes('<tincan/>')],
    ['package_cmi5_ids_repeated', 'two units of one id', course(au('a'), block('b', au('a')))],
    ['package_cmi5_ids_repeated', 'a unit with the id of the course', course(au('course'))],
    ['package_cmi5_ids_repeated', 'a block with the id of its unit', course(block('a', au('a')))],
    ['package_cmi5_mastery_score', 'above one', course(au('a', 'masteryScore="1.01"'))],
    ['package_cmi5_mastery_score', 'below nought', course(au('a', 'masteryScore="-0.1"'))],
    ['package_cmi5_mastery_score', 'no number', course(au('a', 'masteryScore="80%"'))],
    ['package_cmi5_elsewhere', 'another site', course(au('a', '', '<url>https://evil.example/a.html</url>'))],
    ['package_cmi5_elsewhere', 'another site by two slashes', course(au('a', '', '<url>//evil.example/</url>'))],
    ['package_cmi5_elsewhere', 'a script', course(au('a', '', '<url>javascript:alert(1)</url>'))],
    [
      'package_manifest_invalid',
      'an entity bomb',
      bytes('<!DOCTYPE t [<!ENTITY a "ha">]><courseStructure>&a;</courseStructure>'),
    ],
    ['package_manifest_invalid', 'nothing', bytes('')],
    ['package_manifest_invalid', 'broken XML', bytes('<courseStructure><course></courseStructure>')],
    ['package_manifest_invalid', 'a nest without bottom', bytes(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)],
    ['package_manifest_too_large', 'more than 2 MB', new Uint8Array(2 * 1024 * 1024 + 1)],
  ])('%s: %s', (refusal, _what, manifest) => {
    expect(readCmi5Manifest(manifest)).toBe(refusal)
  })
})

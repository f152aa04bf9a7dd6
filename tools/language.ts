import { type LanguageRule, languageFindings, languageRules } from '../tests/language-rules.ts'
import { findUndeclaredRefusals } from '../tests/refusal-rules.ts'
import { sourcesIn } from '../tests/sources.ts'
import { findValueNames } from '../tests/value-names.ts'

/*
 * Prints how often the source breaks each rule of language: `npm run language`.
 * With folders, `npm run language -- src/islands`, it lists the places in them.
 */
const folders = process.argv.slice(2)
const searched = folders.length > 0 ? folders : ['src', 'tests', 'tools']
const sources = sourcesIn(...searched)
const findings = sources.flatMap(({ path, text }) => languageFindings(path, text))

if (folders.length > 0)
  for (const { path, line, rule, text } of findings) console.log(`${path}:${line} ${rule}: ${text}`)

const valueNames = sources.flatMap(findValueNames)
if (folders.length > 0)
  for (const { path, line, name } of valueNames) console.log(`${path}:${line} value name: ${name}`)

// Needs every file of the server, because a comment may refer to a function of another folder.
const undeclared = findUndeclaredRefusals(sourcesIn('src/server')).filter(({ path }) =>
  searched.some((folder) => path.startsWith(folder)),
)

if (folders.length > 0)
  for (const { path, name, missing } of undeclared)
    console.log(`${path} undeclared refusal of a call: ${name} ${missing.join(', ')}`)

const comments = sources.reduce((sum, { text }) => sum + (text.match(/\/\*\*/g)?.length ?? 0), 0)
console.log(`${sources.length} files, ${comments} doc comments in ${searched.join(', ')}`)
for (const rule of Object.keys(languageRules) as LanguageRule[]) {
  console.log(`${String(findings.filter((finding) => finding.rule === rule).length).padStart(6)} ${rule}`)
}
console.log(`${String(undeclared.length).padStart(6)} undeclared refusal of a call`)
console.log(`${String(valueNames.length).padStart(6)} value name`)

import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { forgetKeptAnswers } from './portal.ts'

// Every test file begins with all migrations: in one go, with the account of them that is kept when they run one by one.
await applyD1Migrations(env.DB, [])
const prepared = env.MIGRATIONS.flatMap(({ name, queries }) => [
  ...queries.map((query) => env.DB.prepare(query)),
  env.DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
])
await env.DB.batch(prepared)

/** A test that writes straight into the database must not meet an answer that another test left behind. */
beforeEach(forgetKeptAnswers)

import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { forgetKeptAnswers } from './portal.ts'

await applyD1Migrations(env.DB, env.MIGRATIONS)

/** A test that writes straight into the database must not meet an answer that another test left behind. */
beforeEach(forgetKeptAnswers)

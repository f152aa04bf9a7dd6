import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, isBuilt } from './build.ts'
import { dataDir, loadSecret, namingOrigin, port, root, toOrigins } from './local-portal.ts'
import { prepare } from './prepare.ts'
import { takeFolder } from './runtime.ts'

if (!isBuilt()) build()
const dir = dataDir()
await takeFolder(dir)
await prepare(dir)
const origins = toOrigins(port())
const astro = [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--port', String(port())]
const server = spawn(process.execPath, [...astro, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    DATA_DIR: dir,
    SESSION_SECRET: loadSecret(dir),
    PORTAL_ORIGIN: origins.portal,
    CONTENT_ORIGIN: origins.content,
    NAMING_ORIGIN: namingOrigin,
  },
})
process.on('disconnect', () => server.kill())
server.on('exit', (code) => process.exit(code ?? 1))

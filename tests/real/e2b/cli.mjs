// SPDX-License-Identifier: GPL-3.0-or-later
// The unmodified @e2b/cli against a running engine.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { check, end } from './checks.mjs'

// What it prints and how it ends.
const e2b = (args, input = null) => new Promise((done) => {
  const child = spawn('node_modules/.bin/e2b', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (piece) => { stdout += piece })
  child.stderr.on('data', (piece) => { stderr += piece })
  child.on('close', (code) => done({ code, stdout, stderr }))
  child.stdin.end(input ?? '')
})
let id = ''

await check('create', async () => {
  const made = await e2b(['sandbox', 'create', 'base', '--detach', '--timeout', '600'])
  assert.equal(made.code, 0, made.stderr)
  id = /\b(i[a-z0-9]{20}|sb[a-z0-9]+)\b/.exec(made.stdout)?.[1] ?? ''
  assert.ok(id, made.stdout)
})
await check('list', async () => {
  const listed = await e2b(['sandbox', 'list', '--format', 'json'])
  assert.equal(listed.code, 0, listed.stderr)
  assert.ok(JSON.parse(listed.stdout).some((one) => one.sandboxId === id), listed.stdout)
})
await check('exec', async () => {
  const said = await e2b(['sandbox', 'exec', id, '--', 'echo', 'from the guest'])
  assert.equal(said.code, 0, said.stderr)
  assert.match(said.stdout, /from the guest/)
  assert.equal((await e2b(['sandbox', 'exec', id, '--', 'sh', '-c', 'exit 7'])).code, 7)
  assert.match((await e2b(['sandbox', 'exec', id, '--', 'cat'], 'through stdin')).stdout, /through stdin/)
})
await check('info and metrics', async () => {
  const info = await e2b(['sandbox', 'info', id])
  assert.equal(info.code, 0, info.stderr)
  assert.match(info.stdout, new RegExp(id))
})
await check('kill', async () => {
  const killed = await e2b(['sandbox', 'kill', id])
  assert.equal(killed.code, 0, killed.stderr)
  const listed = await e2b(['sandbox', 'list', '--format', 'json'])
  assert.ok(!JSON.parse(listed.stdout || '[]').some((one) => one.sandboxId === id))
})
await check('a wrong key', async () => {
  const saved = process.env.E2B_API_KEY
  process.env.E2B_API_KEY = 'e2b_0000000000000000000000000000000000000000'
  const refused = await e2b(['sandbox', 'list'])
  process.env.E2B_API_KEY = saved
  assert.notEqual(refused.code, 0)
})
end()

// SPDX-License-Identifier: GPL-3.0-or-later
// The unmodified @e2b/desktop against a running engine, and its stream through https and getHost().
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { Sandbox } from '@e2b/desktop'
import { check, end, eventually } from './checks.mjs'

const begun = Date.now()
const desktop = await Sandbox.create({ timeoutMs: 1_800_000, requestTimeoutMs: 900_000 })
console.log(`create_desktop_ms ${Date.now() - begun}`)
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)]

await check('screen', async () => {
  assert.deepEqual(await desktop.getScreenSize(), { width: 1024, height: 768 })
  const picture = Buffer.from(await desktop.screenshot())
  assert.deepEqual(sizeOf(picture), [1024, 768])
})
await check('it is the screen that the console shows', async () => {
  const file = `${process.env.SANDGLASS_DATA}/shown.png`
  execFileSync(process.env.SANDGLASS_CLI, ['screenshot', desktop.sandboxId, '-o', file])
  assert.deepEqual(sizeOf(readFileSync(file)), [1024, 768])
})
await check('mouse', async () => {
  await desktop.moveMouse(200, 300)
  assert.deepEqual(await desktop.getCursorPosition(), { x: 200, y: 300 })
  await desktop.leftClick(500, 400)
  await desktop.rightClick(500, 400)
  await desktop.press('Escape')
  await desktop.drag([100, 100], [200, 200])
  await desktop.scroll('down', 2)
  assert.deepEqual(await desktop.getCursorPosition(), { x: 200, y: 200 })
})
await check('programs, windows and the keyboard', async () => {
  await desktop.launch('xfce4-terminal')
  await eventually(async () => (await desktop.getApplicationWindows('xfce4-terminal').catch(() => [])).length > 0)
  await eventually(async () => (await desktop.getWindowTitle(await desktop.getCurrentWindowId())).length > 0)
  await desktop.write('echo typed > /tmp/typed')
  await desktop.press('enter')
  await eventually(() => desktop.files.exists('/tmp/typed'))
  assert.equal(await desktop.files.read('/tmp/typed'), 'typed\n')
})
await check('stream', async () => {
  await desktop.stream.start({ requireAuth: true })
  const key = desktop.stream.getAuthKey()
  const url = new URL(desktop.stream.getUrl({ authKey: key }))
  assert.equal(url.protocol, 'https:')
  // As a browser would: the name leads here, and its certificate is one that the installation signed.
  const ask = (head) => new Promise((done, fail) => {
    const socket = tls.connect({
      host: '127.0.0.1', port: url.port, servername: url.hostname, ca: readFileSync(process.env.SANDGLASS_CA_FILE),
    }, () => socket.write(head))
    let bytes = Buffer.alloc(0)
    const over = () => { socket.destroy(); done(bytes) }
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece])
      if (bytes.includes('</html>') || bytes.includes('RFB 003.008\n')) over()
    })
    socket.on('error', fail)
    socket.on('close', over)
    socket.setTimeout(60_000, over)
  })
  const page = await ask(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`)
  assert.match(page.toString(), /^HTTP\/1\.1 200 .*noVNC/s)
  const greeting = await ask(`GET /websockify HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: binary\r\n\r\n')
  assert.match(greeting.toString('latin1'), /^HTTP\/1\.1 101 /)
  assert.ok(greeting.includes('RFB 003.008\n'), greeting.toString('latin1').slice(-100))
  await desktop.stream.stop()
})
await check('kill', async () => assert.equal(await desktop.kill(), true))
end()

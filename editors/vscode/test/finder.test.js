import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findServer } from '../src/finder.js'

function found({ files = [], ...around }) {
  return findServer({
    configured: '',
    folders: ['/work'],
    environments: [],
    isTrusted: true,
    variables: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/me' },
    platform: 'linux',
    isFile: (file) => files.includes(file),
    ...around
  })
}

const ON_PATH = '/usr/bin/muranopl'
const IN_FOLDER = '/work/.venv/bin/muranopl'
const CHOSEN = '/home/me/chosen/bin/muranopl'

for (const { title, program, origin, ...around } of [
  { title: 'nothing is there', program: null, origin: 'path' },
  { title: 'on the path', files: [ON_PATH], program: ON_PATH, origin: 'path' },
  {
    title: 'a virtual environment comes before the path',
    files: [ON_PATH, IN_FOLDER],
    program: IN_FOLDER,
    origin: 'environment'
  },
  {
    title: 'the environment that was chosen comes first',
    environments: ['/home/me/chosen'],
    files: [IN_FOLDER, CHOSEN],
    program: CHOSEN,
    origin: 'environment'
  },
  {
    title: 'the second folder',
    folders: ['/a', '/b'],
    files: ['/b/venv/bin/muranopl'],
    program: '/b/venv/bin/muranopl',
    origin: 'environment'
  },
  {
    title: 'no program of a folder that is not trusted',
    isTrusted: false,
    files: [ON_PATH, IN_FOLDER],
    program: ON_PATH,
    origin: 'path'
  },
  {
    title: 'relative folders of the path are not searched',
    variables: { PATH: '.:bin' },
    files: ['muranopl', 'bin/muranopl'],
    program: null,
    origin: 'path'
  },
  {
    title: 'the setting comes before all',
    configured: '/opt/m',
    files: ['/opt/m', IN_FOLDER],
    program: '/opt/m',
    origin: 'setting'
  },
  {
    title: 'a relative setting',
    configured: 'tools/m',
    files: ['/work/tools/m'],
    program: '/work/tools/m',
    origin: 'setting'
  },
  {
    title: 'a setting with the folder',
    configured: '${workspaceFolder}/m',
    files: ['/work/m'],
    program: '/work/m',
    origin: 'setting'
  },
  { title: 'a setting below home', configured: '~/m', files: ['/home/me/m'], program: '/home/me/m', origin: 'setting' },
  {
    title: 'Windows',
    platform: 'win32',
    folders: ['C:\\work'],
    variables: { Path: 'C:\\bin;D:\\bin' },
    files: ['D:\\bin\\muranopl.exe'],
    program: 'D:\\bin\\muranopl.exe',
    origin: 'path'
  },
  {
    title: 'a virtual environment on Windows',
    platform: 'win32',
    folders: ['C:\\work'],
    files: ['C:\\work\\.venv\\Scripts\\muranopl.exe'],
    program: 'C:\\work\\.venv\\Scripts\\muranopl.exe',
    origin: 'environment'
  }
]) {
  test(title, () => {
    assert.deepEqual(found(around), { program, origin, problem: '' })
  })
}

test('a setting that names no file is a problem, whatever else is there', () => {
  const { program, problem } = found({ configured: '/opt/m', files: [ON_PATH] })
  assert.equal(program, null)
  assert.match(problem, /\/opt\/m/)
})

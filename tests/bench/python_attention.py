"""Attention in NumPy or PyTorch on one thread, for attention.mjs: one line of JSON in, one out.

["prepare", shape, kinds, times] -> [{kind, name, error}]; ["sample", task] -> {seconds}; ["finish"] -> null
"""
import json
import sys
import time

import numpy as np


def blas():
    """Which library multiplies the matrices: the one that is mapped into this process."""
    try:
        with open('/proc/self/maps') as maps:
            text = maps.read()
    except OSError:
        return 'unknown BLAS'
    return 'OpenBLAS' if 'openblas' in text else 'MKL' if 'libmkl' in text else 'reference BLAS'


def softmax(x):
    x -= x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x


def numpy_tasks(query, key, value, _):
    scale = np.float32(query.shape[-1] ** -0.5)

    def forward():
        return {'output': softmax((query * scale) @ key.swapaxes(1, 2)) @ value}

    return f'NumPy {np.__version__}, {blas()}', {'forward': forward}


def torch_tasks(*arrays):
    import torch

    torch.set_num_threads(1)
    query, key, value, slope = (torch.from_numpy(array) for array in arrays)
    scale = query.shape[-1] ** -0.5
    leaves = [tensor.clone().requires_grad_() for tensor in (query, key, value)]

    def attention(q, k, v):
        return torch.softmax((q * scale) @ k.transpose(1, 2), dim=-1) @ v

    def forward():
        with torch.no_grad():
            return {'output': attention(query, key, value).numpy()}

    def gradient():
        output = attention(*leaves)
        slopes = torch.autograd.grad(output, leaves, slope)
        return dict(zip(('output', 'query', 'key', 'value'), [output.detach().numpy(), *slopes]))

    version = torch.__version__.split('a')[0]
    return f'PyTorch {version}, {blas()}', {'forward': forward, 'gradient': gradient}


def references(query, key, value, slope):
    q, k, v, s = (array.astype(np.float64) for array in (query, key, value, slope))
    scale = q.shape[-1] ** -0.5
    weights = softmax(q @ k.swapaxes(1, 2) * scale)
    d_weights = s @ v.swapaxes(1, 2)
    d_scores = weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True)) * scale
    return {
        'output': weights @ v,
        'query': d_scores @ k,
        'key': d_scores.swapaxes(1, 2) @ q,
        'value': weights.swapaxes(1, 2) @ s,
    }


class Session:
    """The tasks of one shape, and how many runs of each make a batch."""

    def __init__(self, library):
        self.tasks_of = {'numpy': numpy_tasks, 'torch': torch_tasks}[library]

    def prepare(self, shape, kinds, times):
        random = np.random.default_rng(1)
        arrays = [random.standard_normal(shape, dtype=np.float32) for _ in range(4)]
        name, tasks = self.tasks_of(*arrays)
        # The first head is enough to check, and the double-precision matrices stay small.
        wanted = references(*(array[:1] for array in arrays))
        self.runs = []
        prepared = []
        for kind, run in tasks.items():
            if kind not in kinds:
                continue
            got = run()
            error = max(float(np.abs(np.asarray(got[what])[:1] - wanted[what]).max()) for what in got)
            prepared.append({'kind': kind, 'name': name, 'error': error})
            self.runs.append((run, self.count_of(run, times)))
        return prepared

    @staticmethod
    def count_of(run, times):
        best, start = 1e9, time.perf_counter()
        while time.perf_counter() - start < times['warmUp']:
            begin = time.perf_counter()
            run()
            best = min(best, time.perf_counter() - begin)
        return max(1, round(times['batch'] / best))

    def sample(self, task):
        run, count = self.runs[task]
        start = time.perf_counter()
        for _ in range(count):
            run()
        return {'seconds': (time.perf_counter() - start) / count}

    def finish(self):
        self.runs = []


def main():
    session = Session(sys.argv[1])
    session.tasks_of(*np.ones((4, 1, 2, 2), dtype=np.float32))  # is the library there?
    print('true', flush=True)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(session, name)(*arguments)), flush=True)


main()

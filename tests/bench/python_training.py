"""The training step of training.mjs in PyTorch, on one thread: lines of text in, JSON out.

    python_training.py PROBLEM NUMBERS, then "start" -> true, "steps N" -> {"seconds", "loss"}

PROBLEM is JSON: shape, entries, adam, normEpsilon; NUMBERS has parameters, tokens and labels (see training.mjs).
"""

import json
import math
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

torch.set_num_threads(1)
with open(sys.argv[1]) as file:
    problem = json.load(file)
shape, adam, epsilon = problem["shape"], problem["adam"], problem["normEpsilon"]
batch, length, heads, dim = shape["batch"], shape["length"], shape["heads"], shape["headDim"]
width = shape["modelDim"]
count = sum(math.prod(entry["shape"]) for entry in problem["entries"])
first = np.fromfile(sys.argv[2], np.float32, count)
tokens, labels = torch.from_numpy(np.fromfile(sys.argv[2], np.int32, offset=4 * count).astype(np.int64)).view(2, -1)


def start():
    """Parameters by name, and their optimizer."""
    offset, made = 0, {}
    for entry in problem["entries"]:
        size = math.prod(entry["shape"])
        data = torch.from_numpy(first[offset : offset + size].copy())
        made[entry["name"]] = data.view(entry["shape"]).requires_grad_()
        offset += size
    options = {"lr": adam["learningRate"], "betas": (adam["beta1"], adam["beta2"]), "eps": adam["epsilon"]}
    return made, torch.optim.Adam(made.values(), **options, foreach=True)


def dense(x, p, layer, n):
    return torch.addmm(p[f"{layer}.b{n}"], x, p[f"{layer}.w{n}"])


def norm(x, p, name):
    return F.layer_norm(x, (width,), p[f"{name}.weight"], p[f"{name}.bias"], epsilon)


def attention(x, p, name):
    q, k, v = ((x @ p[f"{name}.{w}"]).view(batch, length, heads, dim).transpose(1, 2) for w in ("wq", "wk", "wv"))
    weights = torch.softmax((q * dim**-0.5) @ k.transpose(2, 3), -1)
    return (weights @ v).transpose(1, 2).reshape(-1, heads * dim) @ p[f"{name}.wo"]


def loss(p):
    x = F.embedding(tokens.view(batch, length), p["tokenEmbedding"]) + p["positionEmbedding"]
    x = x.view(-1, width)
    for n in range(shape["layers"]):
        layer = f"layers.{n}"
        x = x + attention(norm(x, p, f"{layer}.attentionNorm"), p, f"{layer}.attention")
        feed = f"{layer}.feedForward"
        x = x + dense(torch.relu(dense(norm(x, p, f"{feed}Norm"), p, feed, 1)), p, feed, 2)
    logits = torch.addmm(p["output.bias"], norm(x, p, "finalNorm"), p["output.weight"])
    return F.cross_entropy(logits, labels)


def steps(many):
    begin = time.perf_counter()
    for _ in range(many):
        optimizer.zero_grad(set_to_none=True)
        value = loss(parameters)
        value.backward()
        optimizer.step()
    return {"seconds": time.perf_counter() - begin, "loss": value.item()}


print(json.dumps(f"PyTorch {torch.__version__.split('a')[0]}"), flush=True)
for line in sys.stdin:
    request, *arguments = line.split()
    if request == "start":
        parameters, optimizer = start()
        print("true", flush=True)
    else:
        print(json.dumps(steps(int(arguments[0]))), flush=True)

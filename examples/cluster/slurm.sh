#!/bin/bash
#SBATCH --job-name=cardsim
#SBATCH --ntasks=17
#SBATCH --cpus-per-task=1
#SBATCH --time=08:00:00
# Plays on a SLURM cluster: one task for each worker, and one that hands out the work.
#
#   sbatch --ntasks=65 examples/cluster/slurm.sh run scat -n 1e11 --seed 1 -o scat.json
#
# cardsim with the extra `dask` must be installed on every node, the same version everywhere.
set -euo pipefail

workers=$((SLURM_NTASKS - 1))
file="$PWD/scheduler-$SLURM_JOB_ID.json"
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -f "$file"' EXIT

dask scheduler --scheduler-file "$file" --no-dashboard --port 0 &
srun --ntasks="$workers" dask worker --scheduler-file "$file" --nthreads 1 --no-dashboard &

address=$(python - "$file" "$workers" <<'PYTHON'
import sys, time
from pathlib import Path
from distributed import Client

file, workers = sys.argv[1], int(sys.argv[2])
while not Path(file).exists():
    time.sleep(0.2)
with Client(scheduler_file=file) as client:
    client.wait_for_workers(workers, timeout=600)
    print(client.scheduler.address)
PYTHON
)
cardsim "$@" --dask "$address"
